import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { Job } from "kubernetes-models/batch/v1/Job";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "batch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built command in the folder, on the sandbox. */
function hub(...args: string[]): void {
	execFileSync(process.execPath, [join(root, "bin/hub.js"), ...args, "--sandbox", "--progress", "none"], {
		cwd: folder,
		stdio: "pipe",
	});
}

describe("DuckDB", () => {
	const OUTPUTS = ["out.jsonl", "out.csv", "out.parquet"];
	beforeAll(() => {
		writeFileSync(join(folder, "in.csv"), "id,text,stars\nb,I love it,5\na,I hate it,1\n");
		for (const output of OUTPUTS) hub("batch", "in.csv", "-o", output, "-t", "classify", "--keep", "all");
	});

	async function query(sql: string): Promise<unknown[]> {
		const connection = await (await DuckDBInstance.create(":memory:")).connect();
		return (await connection.runAndReadAll(sql)).getRowObjectsJson();
	}

	it("reads JSON lines", async () => {
		const file = join(folder, "out.jsonl");
		const sql = `SELECT id, "input".text AS text, output[1].label AS label, error IS NULL AS good FROM read_json('${file}', columns = {id: 'VARCHAR', "input": 'STRUCT(text VARCHAR)', output: 'STRUCT(label VARCHAR, score DOUBLE)[]', error: 'JSON'}) ORDER BY id`;
		expect(await query(sql)).toEqual([
			{ id: "a", text: "I hate it", label: expect.any(String), good: true },
			{ id: "b", text: "I love it", label: expect.any(String), good: true },
		]);
	});

	it.each(["out.csv", "out.parquet"])("reads %s as the documentation says", async (name) => {
		expect(await query(`SELECT id, text, label, score > 0 AS good, error FROM '${join(folder, name)}'`)).toEqual([
			{ id: "b", text: "I love it", label: expect.any(String), good: true, error: null },
			{ id: "a", text: "I hate it", label: expect.any(String), good: true, error: null },
		]);
	});
});

describe("Kubernetes", () => {
	const recipe = readFileSync(join(root, "examples/batch-kubernetes.yaml"), "utf8");

	it("accepts the manifest that hub batch recipe prints", () => {
		const manifest = parse(recipe) as ConstructorParameters<typeof Job>[0];
		expect(() => new Job(manifest).validate()).not.toThrow();
	});

	it("rejects an invalid manifest, which proves that the check works", () => {
		const manifest = parse(recipe.replace("completions: 1000", "completions: many")) as ConstructorParameters<
			typeof Job
		>[0];
		expect(() => new Job(manifest).validate()).toThrow();
	});
});

/** The examples of the API run, and print what their pages show. */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_JOBS } from "../src/pages/api-jobs.ts";
import { readPage } from "./site.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../node_modules/.cache/api-examples/", import.meta.url));
const names = API_JOBS.flatMap((job) => job.names);

beforeAll(async () => await mkdir(folder, { recursive: true }));
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe.concurrent("the examples of the API", () => {
	it.each(names)("$name", async ({ name, example, prints }) => {
		const file = `${folder}${name}.mts`;
		await writeFile(file, example);
		const { stdout } = await run("npx", ["tsx", file]);
		expect(stdout.trim()).toBe(prints);
	});
});

it("shows each with parameters and errors that have pages", () => {
	for (const { entry, name, errors } of names) {
		const html = readPage(`api/${entry}/${name}/`);
		expect(html).toContain('id="example"');
		for (const error of errors) expect(html, `${name}: ${error}`).toContain(`/${error}/`);
	}
});

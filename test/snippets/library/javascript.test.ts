import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { getLibrarySnippets } from "../../../src/snippets/library/index.ts";
import { collect, HOSTILE } from "./samples.ts";

const IMPORT = /^import \{ pipeline \} from .*$/m;

describe("JavaScript snippets", () => {
	it.each(collect("js"))("are modules: $content", ({ content }) => {
		const check = ["--input-type=module", "--check"];
		const { status, stderr } = spawnSync(process.execPath, check, { input: content, encoding: "utf8" });
		expect(stderr).toBe("");
		expect(status).toBe(0);
	});

	it.each(HOSTILE)("treat $title as text, unchanged", async ({ text: hostile }) => {
		const task = `text-generation${hostile}`;
		const id = `org/name${hostile}`;
		const record: unknown = { id, tags: [], inference: "", pipeline_tag: task };
		const [snippet] = getLibrarySnippets(record as Parameters<typeof getLibrarySnippets>[0], "transformers.js");
		expect(snippet?.content).toMatch(IMPORT);

		const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => {}).constructor;
		const calls: unknown[][] = [];
		const run = new AsyncFunction("pipeline", snippet?.content.replace(IMPORT, "") ?? "");
		await run((...values: unknown[]) => calls.push(values));
		expect(calls).toEqual([[task, id]]);
	});
});

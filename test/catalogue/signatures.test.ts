import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findTask, type InferenceTask, PIPELINE_TYPES, SIGNATURES } from "../../src/catalogue/index.ts";
import { PROVIDERS } from "../../src/inference/index.ts";

const root = fileURLToPath(new URL("../../src", import.meta.url));
// Each provider that serves a task names it, local servers included, and so does the sandbox, which checks the client; types are generated;
// code for libraries names the tags of model records, and exchanges, batches and the gateway the paths of APIs.
const APART =
	/^(?:inference\/(?:providers|io)|sandbox|snippets\/library|exchange|gateway|cli\/commands\/batch|cli\/network\/local)\//;
const FILES = readdirSync(root, { recursive: true, encoding: "utf8" })
	.filter((path) => /\.tsx?$/.test(path) && !APART.test(path))
	.map((path) => ({ path, text: readFileSync(`${root}/${path}`, "utf8") }));
const SERVED = [...new Set(Object.values(PROVIDERS).flatMap((tasks) => Object.keys(tasks)))] as InferenceTask[];

describe("signatures", () => {
	it("cover every task but other", () => {
		expect(Object.keys(SIGNATURES).sort()).toEqual(
			[...PIPELINE_TYPES.filter((task) => task !== "other"), "conversational"].sort(),
		);
	});

	it("name each alias once", () => {
		for (const [task, { aliases = [] }] of Object.entries(SIGNATURES))
			for (const alias of aliases) expect(findTask(alias), alias).toBe(task);
	});

	// A chat is a form of its own throughout, and so is the task of its models on the hub.
	it.each(SERVED.filter((task) => task !== "conversational" && task !== "text-generation"))(
		"keep %s to few source files",
		(task) => {
			const files = FILES.filter(({ text }) => text.includes(`"${task}"`)).map(({ path }) => path);
			expect(files.length, files.join(" ")).toBeLessThanOrEqual(8);
		},
	);
});

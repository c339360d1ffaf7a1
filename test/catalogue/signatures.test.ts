import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findTask, type InferenceTask, PIPELINE_TYPES } from "../../src/catalogue/index.ts";
import { SIGNATURES, takesFlatParameters } from "../../src/catalogue/signatures.ts";
import { PROVIDERS } from "../../src/inference/index.ts";

const root = fileURLToPath(new URL("../../src", import.meta.url));
// A provider names the tasks it serves, its endpoint in the sandbox too, and a library those it has code for; `io` is generated.
const APART = /^(?:inference\/(?:providers|io)|sandbox\/endpoints|snippets\/library)\//;
// Complete tables of kinds, one of which has the name of a task: the compiler finds a missing row.
const KIND_TABLES = [
	"catalogue/kinds.ts",
	"cli/output/views/index.ts",
	"cli/prompts/questions.ts",
	"snippets/api/forms.ts",
];
// Forms of OpenAI's API, with a route, batches, a span and a local server each.
const FORMS = ["conversational", "text-generation", "feature-extraction"];
const FILES = readdirSync(root, { recursive: true, encoding: "utf8" })
	.filter((path) => /\.tsx?$/.test(path) && !APART.test(path) && !KIND_TABLES.includes(path))
	.map((path) => ({ path, text: readFileSync(`${root}/${path}`, "utf8") }));
const SERVED = [...new Set(Object.values(PROVIDERS).flatMap((tasks) => Object.keys(tasks)))] as InferenceTask[];

describe("signatures", () => {
	it("cover every task but other", () => {
		expect(Object.keys(SIGNATURES).sort()).toEqual(
			[...PIPELINE_TYPES.filter((task) => task !== "other"), "conversational"].sort(),
		);
	});

	it("name the tasks whose parameters are beside the input", () => {
		const tasks = Object.keys(SIGNATURES) as InferenceTask[];
		expect(tasks.filter(takesFlatParameters)).toEqual(["conversational", "feature-extraction", "image-text-to-text"]);
	});

	it("have unique aliases", () => {
		for (const [task, { aliases = [] }] of Object.entries(SIGNATURES))
			for (const alias of aliases) expect(findTask(alias), alias).toBe(task);
	});

	it.each(SERVED.filter((task) => !FORMS.includes(task)))("keep %s to few source files", (task) => {
		const files = FILES.filter(({ text }) => new RegExp(`"${task}"|^\\t${task}: `, "m").test(text)).map(
			({ path }) => path,
		);
		// The table of `hub mcp` names each task that has a tool.
		const others = files.filter((path) => path !== "cli/commands/mcp/task-tools.ts");
		expect(others.length, others.join(" ")).toBeLessThanOrEqual(9);
	});
});

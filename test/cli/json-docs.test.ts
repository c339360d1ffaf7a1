import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { createHome } from "../helpers/session.ts";

const page = readFileSync(new URL("../../docs/json.md", import.meta.url), "utf8");
const SECTIONS = page.split(/^## /m);

/** Command line → heading of the section that names its fields. */
const COMMANDS: readonly (readonly [line: string, heading: string])[] = [
	["hub tasks --json", "`hub tasks --json`"],
	["hub tasks t2i --json", "`hub tasks"],
	["hub libraries --json", "`hub libraries --json`"],
	["hub providers --json", "`hub providers --json`"],
	["hub providers fal-ai --json", "`hub providers --json`"],
	["hub providers google/gemma-2-2b-it --sandbox --json", "`hub providers --json`"],
	["hub models --sandbox --json", "`hub models --json`"],
	["hub models google/gemma-2-2b-it --sandbox --json", "`hub models --json`"],
	["hub snippet google/gemma-2-2b-it --sandbox --json", "`hub snippet --json`"],
	["hub snippet google/gemma-2-2b-it --sandbox --list --json", "`hub snippet --json`"],
	["hub sandbox samples --json", "`hub sandbox --json`"],
	["hub config list --json", "Account and settings"],
	["hub doctor --sandbox --json", "Account and settings"],
	["hub infer -t nothing --json", "Errors"],
	["hub infer -t chat -p sandbox -m foo/no-such hi --json", "Errors"],
];

it.each(COMMANDS)("names every field of: %s", async (line, heading) => {
	const home = createHome();
	onTestFinished(() => home.remove());
	const { stdout, stderr } = await home.run(line);
	const printed = JSON.parse(heading === "Errors" ? stderr : stdout) as unknown;
	const objects = (Array.isArray(printed) ? printed : [printed]) as Record<string, unknown>[];
	const found = heading === "Errors" ? objects.map(({ error }) => error as Record<string, unknown>) : objects;
	const fields = new Set(found.flatMap((each) => Object.keys(each)));
	const text = SECTIONS.filter((section) => section.startsWith(heading)).join("\n");
	expect(fields.size).toBeGreaterThan(0);
	expect([...fields].filter((field) => !new RegExp(`[\`{ ,(]${field}[\`},:?)]`).test(text))).toEqual([]);
});

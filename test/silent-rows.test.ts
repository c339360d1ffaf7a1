import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../src/cli/commands.ts";
import { createContext } from "../src/cli/context.ts";
import { SAMPLING_PARAMETERS } from "../src/cli/options/sampling.ts";
import { ROUTES } from "../src/gateway/routes.ts";

/** What nobody would notice: a command that nothing loads, an option that no code reads, a route that no document names. */

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The sources of the command, without the declarations of options and without texts and comments. */
const code = readdirSync(join(root, "src/cli"), { recursive: true, encoding: "utf8" })
	.filter((name) => /\.tsx?$/.test(name))
	.map((name) => read(`src/cli/${name}`))
	.join("\n")
	.replace(/\/\*\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")
	.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');

/** Options that commander itself acts on. */
const OF_COMMANDER = ["help", "version"];
/** Those that are read row by row. */
const OF_TABLE = SAMPLING_PARAMETERS.map(({ option }) => option.attributeName());
/** A member that is read, or taken from an object. */
const READ = "\\.NAME\\b|[{,]\\s*NAME\\s*[,}=:]";

function listOptions(command: CommandUnknownOpts): string[] {
	const own = command.options.map((option) => option.attributeName());
	return [...own, ...command.commands.flatMap(listOptions)];
}

describe("commands", () => {
	const folders = readdirSync(join(root, "src/cli/commands"), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);

	it.each(folders)("src/cli/commands/%s is loaded", (folder) => {
		expect(read("src/cli/commands.ts")).toContain(`import("./commands/${folder}/command.ts")`);
	});

	it.each(COMMANDS.map((entry) => [entry.name, entry] as const))(
		"hub %s makes the command of that name",
		async (name, entry) => {
			expect((await entry.load()).createCommand(context, COMMANDS).name()).toBe(name);
		},
	);
});

const { signal } = new AbortController();
const output = { write: () => true };
const context = createContext({ stdin: process.stdin, stdout: output, stderr: output, env: {}, cwd: root, signal });

describe("options", () => {
	const names = new Set<string>();
	beforeAll(async () => {
		for (const entry of COMMANDS) {
			for (const name of listOptions((await entry.load()).createCommand(context, COMMANDS))) names.add(name);
		}
	});

	it("are read by code", () => {
		expect(names.size).toBeGreaterThan(100);
		const isRead = (name: string): boolean => new RegExp(READ.replaceAll("NAME", name)).test(code);
		expect([...names].filter((name) => ![...OF_COMMANDER, ...OF_TABLE].includes(name) && !isRead(name))).toEqual([]);
	});

	it("would be missed", () => {
		expect(new RegExp(READ.replaceAll("NAME", "nobodyReadsThis")).test(code)).toBe(false);
	});
});

describe("routes of hub serve", () => {
	const pages = read("docs/serve.md");
	it.each(ROUTES.map(({ method, path }) => [method, path]))("%s %s is in the documentation", (_, path) => {
		expect(pages).toContain(path.replace(/\{(\w+)\}/g, (_all, name: string) => name.toUpperCase()));
	});
});

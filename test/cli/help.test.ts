import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import { ENVIRONMENT } from "../../src/cli/config/environment.ts";
import { SETTINGS } from "../../src/cli/config/settings.ts";
import { TOKEN_VARIABLES } from "../../src/cli/config/token.ts";
import { ERRORS } from "../../src/cli/errors/error-codes.ts";
import { EXIT, EXIT_CODES } from "../../src/cli/errors/exit-codes.ts";
import { TOPICS } from "../../src/cli/help/topics.ts";
import { Interrupt } from "../../src/cli/terminal/process-io.ts";
import { startSandbox } from "../../src/sandbox-server.ts";
import { isInstalled } from "../helpers/programs.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const source = fileURLToPath(new URL("../../src/cli", import.meta.url));
const described = Object.values(ENVIRONMENT).flatMap((variables) => variables.map(({ name }) => name));

describe("hub help", () => {
	it("gives every error an exit code that exists", () => {
		for (const [code, { exit }] of Object.entries(ERRORS)) expect(Object.keys(EXIT), code).toContain(exit);
	});

	it("lists every variable the sources read", () => {
		const used = readdirSync(source, { recursive: true, encoding: "utf8" })
			.filter((name) => /\.tsx?$/.test(name))
			.flatMap((name) => [...readFileSync(join(source, name), "utf8").matchAll(/\benv\["([A-Z_]+)"\]/g)])
			.map(([, name = ""]) => name);
		const fromTables = Object.values(SETTINGS).flatMap(({ variables = [] }) =>
			variables.map((name) => name.toUpperCase()),
		);
		// What every program looks at is not ours to explain, nor what Git reads and terminals say of themselves.
		const common = [
			"GIT_CONFIG_GLOBAL",
			"HOME",
			"LANG",
			"LC_ALL",
			"LC_CTYPE",
			"PATH",
			"PWD",
			"TERM_PROGRAM",
			"TMUX",
			"VTE_VERSION",
		];
		const expected = [...new Set([...used, ...fromTables, ...TOKEN_VARIABLES])].filter(
			(name) => !common.includes(name),
		);
		expect(expected.filter((name) => !described.includes(name))).toEqual([]);
	});

	it("lists every exit code", () => {
		expect(EXIT_CODES.map(({ code }) => code)).toEqual(Object.values(EXIT));
		expect(EXIT.interrupted).toBe(new Interrupt("SIGINT").exitCode);
		expect(EXIT.terminated).toBe(new Interrupt("SIGTERM").exitCode);
	});

	it.each([40, 80, 200])("shows a newcomer what to do at %d columns", async (columns) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const short = stripVTControlCharacters((await home.run("hub", { columns })).stdout);
		for (const { name } of VISIBLE_COMMANDS) expect(short).toContain(name);
		if (columns === 80) {
			for (const name of "abcdefgh") await home.run(`hub alias set my-alias-${name} infer`);
			const aliased = stripVTControlCharacters((await home.run("hub", { columns })).stdout);
			expect(aliased).toContain("Aliases:  my-alias-a, my-alias-b");
			for (const text of [short, aliased]) expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
		}
		const { code, stdout } = await home.run("hub --help --all", { columns });
		const text = stripVTControlCharacters(stdout);
		expect(code).toBe(0);
		for (const { name, summary } of [...VISIBLE_COMMANDS, ...TOPICS]) {
			expect(text).toContain(name);
			expect(text.replace(/\s+/g, " ")).toContain(summary);
		}
		const [first] = /hub infer .*sandbox.*/.exec(text) ?? [];
		expect(first).toBeTruthy();
		expect((await home.run(first?.trim() ?? "")).stdout).toMatch(/\w{3}/);
	});

	it.each(VISIBLE_COMMANDS.map(({ name }) => name))("shows what %s costs and where to continue", async (name) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const { stdout } = await home.run(`hub ${name} --help`);
		expect(stdout).toMatch(/\n\nExamples[^\n]*:\n( {2}[^\n]*\n){2,}.*\nExit codes: .*\nSee also: {3}hub /s);
		for (const [, other = ""] of stdout.matchAll(/^See also: {3}(.*)/gm)) {
			for (const command of other.split(", ")) {
				const [, ...words] = command.replace(/ \(.*/, "").split(" ");
				expect([...VISIBLE_COMMANDS.map((entry) => entry.name), "help"]).toContain(words[0]);
			}
		}
	});

	it.each(["infer", "batch"])("shows the twenty options most used of %s, and all with --all", async (name) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const count = async (line: string): Promise<number> =>
			((await home.run(line)).stdout.match(/^ {2}(-\w, {1}|)--?\w/gm) ?? []).length;
		const few = await count(`hub ${name} --help`);
		expect(few).toBeGreaterThan(15);
		expect(few).toBeLessThanOrEqual(21);
		expect(await count(`hub ${name} --help --all`)).toBeGreaterThan(40);
		expect((await home.run(`hub ${name} --help`)).stdout).toContain("--help --all");
	});

	it.each(VISIBLE_COMMANDS.map(({ name }) => name))("fits 40 columns: %s", async (name) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const { stdout } = await home.run(`hub ${name} --help`, { columns: 40 });
		const lines = stripVTControlCharacters(stdout).split("\n");
		// Commands stay whole, to be copied.
		expect(lines.filter((line) => line.length > 40 && !/^ {2}.*\bhub /.test(line) && / .* /.test(line.trim()))).toEqual(
			[],
		);
		expect(lines.join(" ").replace(/ +/g, " ")).toContain("hub help options");
		expect(stdout).not.toContain("--proxy <");
	});

	it("prints the same text without colors and in a pipe", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const { rest } = await openTerminal("hub", [], home, { env: { NO_COLOR: "1" } }).end();
		const { stdout } = await home.run("hub; hub --help; hub help");
		expect(stdout).toBe(rest.replaceAll("\r\n", "\n").repeat(3));
	});
});

/** Commands that have others below them. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
	config: ["list", "get", "set", "unset", "path"],
	template: ["render", "format", "check"],
};

async function readExamples(command: string, home: Home): Promise<string[]> {
	const { stdout } = await home.run(`hub ${command} --help`);
	const [, lines = ""] = /^Examples?\b.*:\n((?: {2}.*\n)+)/m.exec(stdout) ?? [];
	return lines
		.trimEnd()
		.split("\n")
		.map((line) => line.trim());
}

describe("the examples of the help", () => {
	const commands = VISIBLE_COMMANDS.flatMap(({ name }) => [
		name,
		...(GROUPS[name] ?? []).map((below) => `${name} ${below}`),
	]);

	it.each(commands)("hub %s works when pasted", async (command) => {
		const sandbox = await startSandbox({ port: 0 });
		onTestFinished(() => sandbox.close());
		const home = createHome({ "token.txt": "hf_abcdefghij1234\n", "chat.jinja": "{{ messages }}" });
		onTestFinished(() => home.remove());
		const env = { HF_ENDPOINT: sandbox.url, HUB_ROUTER_URL: sandbox.url, HF_TOKEN: "hf_sandbox" };
		const examples = await readExamples(command, home);
		expect(examples.length).toBeGreaterThanOrEqual(command.startsWith("config ") ? 1 : 3);
		for (const line of examples) {
			// These talk to people, serve until they are stopped, or need a program that may not be installed.
			if (/^hub (chat|sandbox|serve|mcp .*--http)\b|^hub launch(?!.*--print)|^hub login(?!.*stdin)/.test(line))
				continue;
			if (line.includes("| jq") && !isInstalled("jq")) continue;
			const { code, stderr } = await home.run(
				`set -o pipefail; ${line.replace(/^git (log -5|diff( --\w+)?)/, "echo changes")}`,
				{
					env,
				},
			);
			expect({ line, code, stderr: code === 0 ? "" : stderr }).toEqual({ line, code: 0, stderr: "" });
		}
	});
});

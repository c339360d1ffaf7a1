import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { complete } from "../../src/cli/commands/completion/complete-command.ts";
import { COMMANDS, VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import type { Context } from "../../src/cli/context.ts";
import { finishCommand } from "../../src/cli/options/define-command.ts";
import { isInstalled } from "../helpers/programs.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal, type Terminal } from "../helpers/terminal.ts";

/** What is typed before Tab, and the line after it. */
const CASES: [typed: string, expected: string][] = [
	["hub inf", "hub infer "],
	["hub infer --tas", "hub infer --task "],
	["hub infer --task=automatic-s", "hub infer --task=automatic-speech-recognition "],
	["hub infer -t token-c", "hub infer -t token-classification "],
	["hub infer -p sambano", "hub infer -p sambanova "],
	["hub infer -p together,sambano", "hub infer -p together,sambanova "],
	["hub libraries sentence-tr", "hub libraries sentence-transformers "],
	["hub infer -m meta-l", "hub infer -m meta-llama/Llama-3.1-8B-Instruct "],
	["hub infer --messages talk", "hub infer --messages talk-1.json "],
	["hub infer --messages=talk", "hub infer --messages=talk-1.json "],
	["hub infer --format nd", "hub infer --format ndjson "],
	["hub config get time", "hub config get timeout "],
	["hub help exit", "hub help exit-codes "],
	["hub --no-input whoa", "hub --no-input whoami "],
];

const FILES = {
	"talk-1.json": "[]",
	"seen/models.txt": "meta-llama/Llama-3.1-8B-Instruct\ttext-generation\n",
};
const ENV = { HUB_CACHE_DIR: "seen", TERM: "dumb", INPUTRC: "/dev/null" };

/** How a shell is started with the completion of hub and none of the machine's own settings. */
const SHELLS = {
	bash: {
		args: ["--rcfile", "rc", "-i"],
		files: { rc: "PS1='READY '\nunset HISTFILE\nsource <(hub completion bash)\n" },
	},
	zsh: {
		args: ["-i"],
		files: {
			".zshrc":
				"PROMPT='READY '\nunsetopt promptsp zle_bracketed_paste\nautoload -U compinit && compinit -u\nsource <(hub completion zsh)\n",
		},
	},
} as const;

function openHome(files: Record<string, string>): Home {
	const home = createHome({ ...FILES, ...files });
	onTestFinished(() => home.remove());
	return home;
}

/** Types the beginning of a line and Tab; the line as it is then. */
async function typeAndTab(terminal: Terminal, typed: string): Promise<string> {
	terminal.type(typed);
	await terminal.waitFor(typed.slice(-3));
	terminal.type("\t");
	// The rest of the word, and the space that ends it.
	const rest = await terminal.waitFor(/ /);
	// What the shell draws anew while the line is erased holds a prompt too: only the one after the mark is the next.
	terminal.type("\x15echo DO''NE\r");
	await terminal.waitFor(/DONE[\s\S]*READY /);
	return typed + stripVTControlCharacters(rest).replaceAll("\x07", "");
}

describe("completion in real shells", () => {
	for (const shell of ["bash", "zsh"] as const) {
		it.skipIf(!isInstalled(shell))(`${shell} completes commands, flags and values`, { timeout: 60_000 }, async () => {
			const { args, files } = SHELLS[shell];
			const terminal = openTerminal(shell, [...args], openHome(files), { env: ENV, columns: 200 });
			await terminal.waitFor("READY ");
			const lines: string[] = [];
			for (const [typed] of CASES) lines.push(await typeAndTab(terminal, typed));
			expect(lines).toEqual(CASES.map(([, expected]) => expected));
		});
	}

	it.skipIf(!isInstalled("fish"))("fish completes commands, flags and values", { timeout: 60_000 }, async () => {
		const lines = CASES.map(([typed]) => `complete -C "${typed}"; echo END`);
		const script = ["hub completion fish | source", ...lines, 'complete -C "hub infer -t as"'].join("\n");
		const { stdout } = await openHome({ "script.fish": script }).run("fish --no-config script.fish", { env: ENV });
		const found = stdout.split("END\n");
		const completed = CASES.map(([typed], index) => {
			const [word = ""] = (found[index] ?? "").split(/[\t\n]/);
			return `${typed.replace(/\S+$/, "")}${word} `;
		});
		expect(completed).toEqual(CASES.map(([, expected]) => expected));
		expect(found.at(-1)).toBe("asr\tautomatic-speech-recognition\n");
	});

	// Runners of GitHub have it.
	it.skipIf(!isInstalled("pwsh"))("PowerShell completes commands, flags and values", { timeout: 60_000 }, async () => {
		// PowerShell takes words at a comma apart, and files behind a sign of its own.
		const cases = CASES.filter(([typed]) => !/[,=]|--messages/.test(typed));
		const lines = cases.map(([typed]) => `Show '${typed}'`);
		const script = [
			"hub completion powershell | Out-String | Invoke-Expression",
			"function Show($line) {",
			"\t$found = (TabExpansion2 -inputScript $line -cursorColumn $line.Length).CompletionMatches",
			"\t[Console]::Out.WriteLine(($found | Select-Object -First 1 | ForEach-Object CompletionText))",
			"}",
			...lines,
		].join("\n");
		const { stdout } = await openHome({ "script.ps1": script }).run("pwsh -NoLogo -NoProfile -File script.ps1", {
			env: ENV,
		});
		const completed = cases.map(([typed], index) => `${typed.replace(/\S+$/, "")}${stdout.split(/\r?\n/)[index]} `);
		expect(completed).toEqual(cases.map(([, expected]) => expected));
	});

	it.skipIf(!isInstalled("zsh"))("zsh loads the script from its functions folder", async () => {
		const setUp = "PROMPT='READY '\nhub completion zsh > functions/_hub\nfpath=(~/functions $fpath)\n";
		const files = { "functions/.keep": "", ".zshrc": `${setUp}autoload -U compinit && compinit -u\n` };
		const terminal = openTerminal("zsh", ["-i"], openHome(files), { env: ENV, columns: 200 });
		await terminal.waitFor("READY ");
		terminal.type("hub whoa\t");
		await terminal.waitFor("whoami ");
	});

	it.skipIf(!isInstalled("zsh"))("zsh shows descriptions", async () => {
		const { args, files } = SHELLS.zsh;
		const terminal = openTerminal("zsh", [...args], openHome(files), { env: ENV, columns: 100 });
		await terminal.waitFor("READY ");
		terminal.type("hub c\t\t");
		expect(await terminal.waitFor("settings")).toMatch(/config +-- show and change settings/);
	});
});

/** What `hub.ps1` reads: kind and prefix, then a value with its description in each line. */
describe("the lines that PowerShell's script reads", () => {
	it.each([
		["a command", "infer --tas", /^words\n--task\t\S.*\n/],
		["an empty word", "''", /^words\n(?:[\w-]+\t\S.*\n)+$/],
		["a file", "infer --messages talk", /^files\t\n$/],
		["a file behind a sign", "infer --messages=talk", /^files\t--messages=\n$/],
	])("begin with their kind, after %s", async (_, words, expected) => {
		const { stdout, code } = await openHome({}).run(`hub __complete -- ${words}`, { env: ENV });
		expect([code, stdout]).toEqual([0, expect.stringMatching(expected)]);
	});
});

describe("completion", () => {
	const context = { env: { HUB_CACHE_DIR: "/nowhere" }, colors: {}, stdout: {} } as unknown as Context;
	const words = async (...line: string[]): Promise<string[]> => {
		const completion = await complete(line, COMMANDS, context);
		return completion.kind === "words" ? completion.candidates.map(({ value }) => value) : ["(files)"];
	};

	it("offers every public command and no other", async () => {
		expect(await words("")).toEqual([...VISIBLE_COMMANDS.map(({ name }) => name), "help"]);
	});

	it.each(VISIBLE_COMMANDS)("offers every flag of hub $name", async ({ name, load }) => {
		const { createCommand } = await load();
		const command = finishCommand(createCommand(context), context);
		const flags = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
		expect(await words(name, "--")).toEqual(expect.arrayContaining(flags));
	});

	it("describes every flag and command", async () => {
		for (const line of [[""], ["-"], ["infer", "--"], ["help", ""], ["config", ""]]) {
			const completion = await complete(line, COMMANDS, context);
			if (completion.kind === "files") throw new Error("words were expected");
			expect(completion.candidates.filter(({ description }) => !description)).toEqual([]);
		}
	});

	it("offers nothing after the value of a global option or for an unknown command", async () => {
		expect(await words("--timeout", "")).toEqual([]);
		expect(await words("infre", "--")).toEqual([]);
	});

	it("does not mistake the value of an option for a subcommand", async () => {
		expect(await words("config", "--proxy", "get", "")).toContain("set");
	});
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createContext } from "../../src/cli/context.ts";
import { AGENTS } from "../../src/cli/help/texts.ts";
import { agentGuide, agentSkill } from "../../src/cli/help/topics.ts";
import type { ProcessIO } from "../../src/cli/terminal/process-io.ts";
import { estimateValue } from "../../src/gateway/token-estimate.ts";
import { createHome, type Home } from "../helpers/session.ts";

const VARIABLES = ["CLAUDECODE", "AI_AGENT", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI"];

let home: Home;
beforeEach(() => {
	home = createHome();
});
afterEach(() => home.remove());

describe.each(VARIABLES)("with %s and no terminal", (name) => {
	const env = { [name]: "1", FORCE_COLOR: "1", COLUMNS: "40" };

	it("prints no colors, whatever FORCE_COLOR says, unless --color asks for them", async () => {
		const plain = await home.run("hub config list; hub help environment; hub infer -t nothing x", { env });
		expect(plain.stdout + plain.stderr).not.toContain("\x1b");
		expect((await home.run("hub help environment --color", { env })).stdout).toContain("\x1b");
	});

	it("prints tables as lines with tabs, never cut", async () => {
		const lines = await home.run("hub models --sandbox --limit 3 --format table", { env });
		const rows = lines.stdout.trimEnd().split("\n");
		expect(rows).toHaveLength(3);
		expect(rows.every((row) => row.split("\t").length === 5)).toBe(true);
		expect(lines.stdout).not.toContain("…");
		const scores = await home.run('hub infer -t classify --sandbox "I love it" --format table', { env });
		expect(scores.stdout).toMatch(/^POSITIVE\t0\.\d+\nNEGATIVE\t/);
	});

	it("keeps hints", async () => {
		const { stderr, code } = await home.run("hub infer -t clasify x", { env });
		expect({ stderr, code }).toEqual({ stderr: expect.stringContaining("Hint: Did you mean classify?"), code: 2 });
	});

	it("shows no progress, where stderr is a terminal too", () => {
		const io = (more: object): ProcessIO => ({
			stdin: process.stdin,
			stdout: { write: () => true, ...more },
			stderr: { write: () => true, isTTY: true },
			env,
			cwd: home.folder,
			signal: new AbortController().signal,
		});
		expect(createContext(io({})).showsProgress).toBe(false);
		expect(createContext(io({ isTTY: true })).showsProgress).toBe(true);
		expect(createContext({ ...io({}), env: { [name]: "0" } }).showsProgress).toBe(true);
	});
});

describe("the guide", () => {
	it("has at most 1,200 tokens, by each estimate", async () => {
		const { stdout } = await home.run("hub help agents");
		expect(stdout).toBe(await agentGuide());
		expect(estimateValue(stdout)).toBeLessThanOrEqual(1200);
		expect(stdout.length / 4).toBeLessThanOrEqual(1200);
		expect(JSON.parse((await home.run("hub help agents --json")).stdout)).toEqual(AGENTS);
	});

	it("has only command lines that work", async () => {
		const { examples } = AGENTS;
		const files = ["photo.png", "invoice.png", "talk.wav"];
		await home.run('hub infer -t tts --sandbox "Hello" -o talk.wav');
		for (const name of files.slice(0, 2)) await home.run(`hub infer -t text-to-image --sandbox "a house" -o ${name}`);
		mkdirSync(join(home.folder, "src"));
		writeFileSync(join(home.folder, "src/main.py"), "print('hello')\n");
		writeFileSync(join(home.folder, "report.txt"), "The harbor was quiet. Then the storm came.\n");
		writeFileSync(join(home.folder, "reviews.csv"), "text\nIt works\nIt broke\n");
		for (const { line } of examples) {
			const run = line.replace("git diff", "echo changes").replace(/\bhub (?!tasks)("|\w+)/, (word, first) => {
				return first === '"' ? `hub --sandbox "` : `${word} --sandbox`;
			});
			const { code, stderr } = await home.run(run);
			expect({ run, code, stderr: code === 0 ? "" : stderr }).toEqual({ run, code: 0, stderr: "" });
		}
	});
});

describe("hub skill", () => {
	it("prints the guide as a skill", async () => {
		const { stdout } = await home.run("hub skill");
		expect(stdout).toBe(await agentSkill());
		const [, head = ""] = /^---\n(.*?)\n---\n\n/s.exec(stdout) ?? [];
		const { name, description } = parse(head) as Record<string, string>;
		expect(name).toBe("hub");
		// As the standard of skills allows.
		expect(description?.length).toBeLessThanOrEqual(1024);
		expect(stdout.endsWith(await agentGuide())).toBe(true);
	});

	it.each([
		["claude", ".claude/skills", {}],
		["claude", "own/skills", { CLAUDE_CONFIG_DIR: "$HOME/own" }],
		["codex", ".agents/skills", {}],
		["opencode", ".config/opencode/skills", {}],
		["crush", "xdg/crush/skills", { XDG_CONFIG_HOME: "$HOME/xdg" }],
		["goose", ".agents/skills", {}],
		["pi", ".pi/agent/skills", {}],
		["qwen", ".qwen/skills", {}],
		["gemini", ".gemini/skills", {}],
		["cursor", ".cursor/skills", {}],
	])("installs it for %s in %s", async (agent, folder, variables) => {
		const entries = Object.entries(variables).map(([name, value]) => [name, value.replace("$HOME", home.folder)]);
		const env = Object.fromEntries(entries) as Record<string, string>;
		const path = join(home.folder, folder, "hub/SKILL.md");
		const { stdout, code } = await home.run(`hub skill --install ${agent}`, { env });
		expect({ stdout, code }).toEqual({ stdout: `${path}\n`, code: 0 });
		expect(readFileSync(path, "utf8")).toBe(await agentSkill());
	});

	it("replaces another text only with --force", async () => {
		const path = join(home.folder, ".claude/skills/hub/SKILL.md");
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, "mine");
		const refused = await home.run("hub skill --install claude");
		expect(refused).toEqual({ stdout: `${path}\n`, stderr: expect.stringContaining("--force"), code: 2 });
		expect(readFileSync(path, "utf8")).toBe("mine");
		expect((await home.run("hub skill --install claude --force")).code).toBe(0);
		expect(readFileSync(path, "utf8")).toBe(await agentSkill());
		expect((await home.run("hub skill --install claude")).stderr).toContain("It is already installed.");
	});

	it("refuses an agent that it does not know, and writes nothing", async () => {
		const { code, stderr } = await home.run("hub skill --install nobody");
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("claude, codex") });
		expect(existsSync(join(home.folder, ".agents"))).toBe(false);
	});
});

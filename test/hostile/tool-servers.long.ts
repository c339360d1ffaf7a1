import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { approvalOf } from "../helpers/agents.ts";
import { builtFile } from "../helpers/built.ts";
import { createHome, type Home } from "../helpers/session.ts";

/** Every way to misbehave, in every way to use a server; each run in a process of its own, whose memory is watched. */

const hostile = fileURLToPath(new URL("../helpers/hostile-server.mjs", import.meta.url));
const source = readFileSync(hostile, "utf8");
const MODES = [
	...new Set([
		...[...source.matchAll(/^\t"([\w-]+)":/gm)].map(([, name = ""]) => name),
		...[...source.matchAll(/mode === "([\w-]+)"/g)].map(([, name = ""]) => name),
	]),
];
const USES = {
	text: ["--allow-tools", "*"],
	json: ["--allow-tools", "*", "--json"],
	events: ["--allow-tools", "*", "--format", "ndjson"],
	refused: [],
} as const;
const MAX_MEMORY_MB = 250;

let home: Home;
beforeEach(() => {
	home = createHome();
});
afterEach(() => home.remove());

function memoryOf({ pid }: ChildProcess): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
}

async function run(
	args: readonly string[],
): Promise<{ output: string; errors: string; code: number | null; memory: number }> {
	const env = { ...home.env, HF_TOKEN: "hf_hostiletoken77", TOGETHER_API_KEY: "together-key-hostile" };
	const hub = spawn(process.execPath, [builtFile("bin/hub.js"), ...args], {
		env,
		cwd: home.folder,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	let errors = "";
	let memory = 0;
	hub.stdout.on("data", (text) => (output += text));
	hub.stderr.on("data", (text) => (errors += text));
	const watch = setInterval(() => (memory = Math.max(memory, memoryOf(hub))), 20);
	const code = await new Promise<number | null>((resolve) => hub.once("close", resolve));
	clearInterval(watch);
	return { output, errors, code, memory };
}

function isAlive(mark: string): boolean {
	return readdirSync("/proc").some((id) => {
		try {
			return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, "utf8").includes(mark);
		} catch {
			return false;
		}
	});
}

describe.each(Object.entries(USES))("hostile servers, %s", (use, options) => {
	it.each(MODES)("%s", async (mode) => {
		const mark = `long-${use}-${mode}-${process.pid}`;
		const args = ["--sandbox", "--mcp", `node ${hostile} ${mode} ${mark}`, ...options, "Use the tool look."];
		const { output, errors, code, memory } = await run(args);
		expect([0, 2, 4, 7]).toContain(code);
		expect(errors).not.toMatch(/bug in hub/);
		expect(output + errors).not.toMatch(/hf_hostiletoken77|together-key-hostile/);
		expect(errors).not.toContain("\u001b");
		if (options.length === 0 && code === 2) expect(errors).toContain("--allow-tools");
		expect(memory).toBeLessThan(MAX_MEMORY_MB);
		expect(isAlive(mark)).toBe(false);
	});
});

describe("agent.json files", () => {
	const good = {
		model: "a/b",
		provider: "together",
		servers: [{ type: "stdio", command: "node", args: [hostile, "junk"] }],
	};
	const values = [
		null,
		7,
		"",
		"\u001b[2J",
		[],
		{},
		[null],
		{ a: { b: [] } },
		"x".repeat(200_000),
		"__proto__",
		"$" + "{input:hf-token}",
		"$" + "{input:none}",
	];
	const cases = ["model", "provider", "endpointUrl", "apiKey", "inputs", "servers"].flatMap((field) =>
		values.map((value, index) => ({ name: `${field} ${index}`, agent: { ...good, [field]: value } })),
	);
	const fields = ["command", "args", "env", "cwd", "url", "headers", "type", "config"].flatMap((field) =>
		values.map((value, index) => ({
			name: `server ${field} ${index}`,
			agent: { ...good, inputs: [{ id: "hf-token" }], servers: [{ type: "stdio", command: "true", [field]: value }] },
		})),
	);

	it.each([...cases, ...fields])("$name", async ({ agent }) => {
		writeFileSync(join(home.folder, "agent.json"), JSON.stringify(agent));
		const shown = await run(["--sandbox", "--agent", "agent.json", "--allow-tools", "*", "Hi"]);
		expect(shown.code).toBe(2);
		const { output, errors, code, memory } = await run([
			"--sandbox",
			"--agent",
			"agent.json",
			...approvalOf({ stderr: shown.errors }).split(" ").filter(Boolean),
			"--allow-tools",
			"*",
			"Hi",
		]);
		expect([0, 2, 4, 7]).toContain(code);
		for (const text of [shown.errors, errors]) {
			expect(text).not.toMatch(/bug in hub/);
			expect(text).not.toContain("\u001b");
		}
		expect(output + errors).not.toMatch(/hf_hostiletoken77/);
		expect(memory).toBeLessThan(MAX_MEMORY_MB);
	});
});

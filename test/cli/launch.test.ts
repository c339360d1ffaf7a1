import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { createHome, type Home } from "../helpers/session.ts";

/** What the stand-in for an agent was started with. */
interface Seen {
	args: string[];
	env: Record<string, string>;
	files: Record<string, string>;
	pid: number;
	/** A process that it has started, if its last argument is `child`. */
	child: number;
	status: number;
}

/** Asks the gateway once as each agent would, writes down what it was told, and ends as the last argument says. */
const AGENT = `#!${process.execPath}
const { readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const env = process.env;
const args = process.argv.slice(2);
const folder = env.PI_CODING_AGENT_DIR ?? env.CRUSH_GLOBAL_CONFIG ?? args[args.indexOf("--config") + 1]?.replace(/\\/config.yaml$/, "");
const files = {};
try { for (const name of readdirSync(folder)) files[name] = readFileSync(folder + "/" + name, "utf8"); } catch {}
const everything = JSON.stringify([args, env, files]);
const url = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(everything)[0];
const key = /hub_[0-9a-f]{48}/.exec(everything)[0];
const isClaude = "ANTHROPIC_BASE_URL" in env;
const body = JSON.stringify({ model: "a-name-of-its-own", max_tokens: 50, messages: [{ role: "user", content: "Hi" }] });
const headers = { "content-type": "application/json", authorization: "Bearer " + key };
// Loads faster than \`fetch\`.
const { request } = require("node:http");
request(url + (isClaude ? "/v1/messages" : "/v1/chat/completions"), { method: "POST", headers }, (answer) => answer.resume().on("end", () => {
	const end = args.at(-1);
	const options = { detached: true, stdio: "ignore" };
	const child = end === "child" ? spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], options).pid : 0;
	writeFileSync(env.SEEN, JSON.stringify({ args, env, files, pid: process.pid, child, status: answer.statusCode }));
	if (/^\\d+$/.test(end)) process.exit(Number(end));
	setInterval(() => undefined, 1000);
})).end(body);
`;

let home: Home;
const running: ChildProcess[] = [];
beforeEach(() => {
	home = createHome();
	for (const name of ["codex", "claude", "opencode", "qwen", "pi", "cn", "aider", "goose", "crush"]) {
		writeFileSync(join(home.folder, name), AGENT);
		chmodSync(join(home.folder, name), 0o755);
	}
});
afterEach(() => {
	for (const child of running.splice(0)) child.kill("SIGKILL");
	home.remove();
});

function start(args: readonly string[], env: Record<string, string> = {}) {
	const seen = join(home.folder, "seen.json");
	const child = spawn(process.execPath, [builtFile("bin/hub.js"), "launch", ...args], {
		cwd: home.folder,
		env: { PATH: home.folder, HOME: home.folder, TMPDIR: home.folder, SEEN: seen, ...env },
	});
	running.push(child);
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (part: Buffer) => {
			output += part.toString();
		});
	const ended = once(child, "close") as Promise<[number | null]>;
	return {
		child,
		ended: async () => ({ code: (await ended)[0], output }),
		seen: async (): Promise<Seen> => {
			while (!existsSync(seen) || readFileSync(seen, "utf8") === "") await sleep(20);
			return JSON.parse(readFileSync(seen, "utf8")) as Seen;
		},
	};
}

/** Runs `hub launch` in this process; the agent is one of its own. */
async function launch(line: string, env: Record<string, string>) {
	const seen = join(home.folder, "seen.json");
	const path = `${home.folder}:${home.env["PATH"]}`;
	const outcome = await home.run(`hub launch ${line}`, { env: { PATH: path, SEEN: seen, ...env } });
	return { ...outcome, ...(JSON.parse(readFileSync(seen, "utf8")) as Seen) };
}

function isRunning(id: number): boolean {
	try {
		process.kill(id, 0);
		// One that nobody has asked about since has ended all the same.
		return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${id}/stat`, "utf8"));
	} catch {
		return false;
	}
}

const KEY = /hub_[0-9a-f]{48}/;

describe("hub launch", () => {
	it.each(["codex", "claude", "opencode", "qwen", "pi", "cn", "aider", "goose", "crush"])(
		"starts %s in front of a gateway, and ends it with it",
		async (agent) => {
			const own = { ANTHROPIC_API_KEY: "the-user's-own", HF_TOKEN: "hf_the_users_own_token" };
			const ended = await launch(`${agent} --sandbox -m openai/gpt-oss-20b -- run 7`, own);
			const { code, stdout, stderr: output, args, env: told, files, status } = ended;
			expect(stdout).toBe("");
			expect(status).toBe(200);
			expect(code).toBe(7);
			expect(output).toMatch(/^1 call, \d+ → \d+ tokens, \$0\.0\d+\n$/);
			expect(output).not.toMatch(KEY);
			expect(args.slice(-2)).toEqual(["run", "7"]);
			// On a command line every user of the machine sees it.
			expect(args.join(" ")).not.toMatch(KEY);
			expect(JSON.stringify([args, told, files])).toContain("openai/gpt-oss-20b");
			expect(told["ANTHROPIC_API_KEY"]).toBe(agent === "claude" ? undefined : "the-user's-own");
			const url = /http:\/\/127\.0\.0\.1:\d+/.exec(JSON.stringify([args, told, files]))?.[0] ?? "";
			await expect(fetch(`${url}/health`)).rejects.toThrow();
			expect(output).not.toContain("hub-launch-");
		},
	);

	it.each<[signal: NodeJS.Signals, code: number]>([
		["SIGTERM", 143],
		["SIGHUP", 129],
		["SIGINT", 130],
	])("passes %s on, and ends as the agent does", async (signal, code) => {
		const run = start(["pi", "--sandbox"]);
		const { pid } = await run.seen();
		run.child.kill(signal);
		expect((await run.ended()).code).toBe(code);
		expect(() => process.kill(pid, 0)).toThrow();
	});

	it("ends when the agent is killed, and leaves nothing behind", async () => {
		const run = start(["crush", "--sandbox", "--", "child"]);
		const { pid, child, env } = await run.seen();
		expect(existsSync(env["CRUSH_GLOBAL_CONFIG"] ?? "")).toBe(true);
		process.kill(pid, "SIGKILL");
		const { code, output } = await run.ended();
		expect(code).toBe(137);
		expect(output).toContain("1 call, ");
		await expect.poll(() => isRunning(child), { timeout: 20_000 }).toBe(false);
		expect(existsSync(env["CRUSH_GLOBAL_CONFIG"] ?? "")).toBe(false);
	});

	it("keeps calls of the gateway off a proxy", async () => {
		const proxies = { HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "a.test" };
		const { env } = await launch("qwen --sandbox -- 0", proxies);
		expect([env["NO_PROXY"], env["no_proxy"]]).toEqual(Array(2).fill("a.test,127.0.0.1,localhost"));
		expect(env["HTTPS_PROXY"]).toBeUndefined();
	});

	it.each<[line: string, text: string]>([
		["hub launch cluade", 'Unknown agent "cluade"'],
		["hub launch goose", "goose is not installed"],
		["hub launch codex --port 1", "Unknown option --port."],
	])("refuses %s", async (line, text) => {
		const { code, stderr } = await home.run(line);
		expect(stderr).toContain(text);
		expect(code).toBe(2);
	});

	it("prints what it would set, without a key, and lists the agents", async () => {
		const printed = await home.run("hub launch claude --print -m org/name");
		expect(printed.stdout).toContain('export ANTHROPIC_AUTH_TOKEN="$HUB_SERVE_KEY"\nunset ANTHROPIC_API_KEY\n');
		expect(printed.stdout).toContain("export ANTHROPIC_MODEL=org/name\n");
		expect(printed.stdout).not.toMatch(KEY);
		const { stdout } = await home.run("hub launch");
		expect(stdout).toMatch(/^codex\tCodex\tresponses\t(?:\/|not installed: npm install -g @openai\/codex)/m);
		expect(JSON.parse((await home.run("hub launch --json")).stdout)).toHaveLength(9);
	});
});

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { Interrupt, type Output, type ProcessIO } from "../../src/cli/terminal/process-io.ts";
import { whole } from "../gateway/upstream.ts";
import { startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
const open: (() => Promise<unknown>)[] = [];
beforeEach(() => {
	home = createHome();
});
afterEach(async () => {
	for (const stop of open.splice(0)) await stop();
	home.remove();
});

type Listener = Parameters<NonNullable<ProcessIO["catchSignals"]>>[0];

/** `hub serve` in this process, with what it says and a way to send it signals. */
async function serve(args: readonly string[], env: Record<string, string> = {}) {
	const controller = new AbortController();
	let listener: Listener | undefined;
	let printed = "";
	let said = "";
	const output = (hear: (text: string) => void): Output => ({
		write: (text, done) => {
			hear(text as string);
			done?.();
			return true;
		},
	});
	const run = main(["serve", "--port", "0", "--json", ...args], {
		stdin: Readable.from([]),
		stdinDescriptor: undefined,
		stdout: output((text) => (printed += text)),
		stderr: output((text) => (said += text)),
		env: { PATH: process.env["PATH"], HOME: home.folder, ...env },
		cwd: home.folder,
		signal: controller.signal,
		catchSignals: (given) => {
			listener = given;
			return () => (listener = undefined);
		},
	});
	const stop = async (): Promise<number> => {
		controller.abort(new Interrupt("SIGTERM"));
		return await run;
	};
	open.push(stop);
	await expect.poll(() => printed + said, { timeout: 20_000 }).toContain("one-time link");
	const { url, key } = JSON.parse(printed) as { url: string; key: string };
	const ask = async (model: string, given = key, headers: Record<string, string> = {}) => {
		const response = await fetch(`${url}/v1/chat/completions`, {
			method: "POST",
			headers: { authorization: `Bearer ${given}`, "content-type": "application/json", ...headers },
			body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] }),
		});
		await response.text();
		return response.status;
	};
	return { url, key, ask, stop, said: () => said, signal: (name: "SIGHUP" | "SIGTERM") => listener?.(name) };
}

describe("SIGHUP", () => {
	it("reads aliases, keys, endpoints and budgets of the file again", async () => {
		const gpu = await startServer([whole]);
		const path = join(home.folder, "team.yaml");
		const write = (text: string) => writeFileSync(path, text, { mode: 0o600 });
		write("sandbox: true\naliases: { fast: 'openai/gpt-oss-20b' }\nkeys: [{ name: ann, key: ann-key-0001 }]");
		const { ask, signal, said } = await serve(["--config", "team.yaml"]);
		expect([await ask("fast"), await ask("quick"), await ask("fast", "bob-key-0001")]).toEqual([200, 404, 401]);
		write(
			`sandbox: true\naliases: { quick: 'openai/gpt-oss-20b' }\nkeys: [{ name: bob, key: bob-key-0001, budget: { usd: 0, per: day } }]\nendpoints: { gpu: '${gpu.url}' }`,
		);
		expect(signal("SIGHUP")).toBeUndefined();
		await expect.poll(said).toContain("Settings were read again: 1 alias, 1 key.");
		expect([await ask("fast"), await ask("quick"), await ask("quick", "ann-key-0001")]).toEqual([404, 200, 401]);
		expect(await ask("quick", "bob-key-0001")).toBe(429);
	});

	it("changes nothing where the file cannot be used", async () => {
		const path = join(home.folder, "team.yaml");
		writeFileSync(path, "sandbox: true\naliases: { fast: 'openai/gpt-oss-20b' }");
		const { ask, signal, said } = await serve(["--config", "team.yaml"]);
		writeFileSync(path, "sandbox: true\naliases: { quick: 'org/a:groqq' }");
		signal("SIGHUP");
		await expect.poll(said).toMatch(/settings stay as they are.*Unknown provider "groqq"/s);
		expect([await ask("fast"), await ask("quick")]).toEqual([200, 404]);
	});

	it("leaves other signals to the program", async () => {
		const { signal } = await serve(["--sandbox"]);
		expect(signal("SIGTERM")).toBe(false);
	});
});

describe("hub serve keys", () => {
	it("makes, lists and revokes keys while a server runs", async () => {
		const { ask } = await serve(["--sandbox"]);
		const made = await home.run(
			"hub serve keys add ann --budget 5/day --calls-per-minute 2 --models openai/gpt-oss-20b",
		);
		expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^hub_[0-9a-f]{48}\n$/) });
		const key = made.stdout.trim();
		const file = join(home.folder, ".config/hub/serve-keys.json");
		expect(readFileSync(file, "utf8")).not.toContain(key.slice(4));
		expect(statSync(file).mode & 0o777).toBe(0o600);
		await expect.poll(() => ask("openai/gpt-oss-20b", key), { interval: 300 }).toBe(200);
		expect(await ask("Qwen/Qwen3-32B", key)).toBe(403);
		expect(await ask("openai/gpt-oss-20b", key)).toBe(429);
		const list = await home.run("hub serve keys list --json");
		expect(JSON.parse(list.stdout)).toEqual([
			{
				name: "ann",
				created: expect.any(String),
				budget: { usd: 5, per: "day" },
				callsPerMinute: 2,
				models: ["openai/gpt-oss-20b"],
			},
		]);
		expect((await home.run("hub serve keys")).stdout).toContain("ann\t$5.00/day\t2\topenai/gpt-oss-20b");
		expect(await home.run("hub serve keys add ann")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("already"),
		});
		expect((await home.run("hub serve keys revoke bob")).stderr).toContain("There is no key named bob");
		expect((await home.run("hub serve keys revoke ann")).code).toBe(0);
		await expect.poll(() => ask("openai/gpt-oss-20b", key), { interval: 300 }).toBe(401);
	});

	it("are taken at the start, and yield to the file", async () => {
		const { stdout } = await home.run("hub serve keys add ann --json");
		const { name, key } = JSON.parse(stdout) as { name: string; key: string };
		expect(name).toBe("ann");
		const first = await serve(["--sandbox"]);
		expect(await first.ask("openai/gpt-oss-20b", key)).toBe(200);
		writeFileSync(join(home.folder, "team.yaml"), "keys: [{ name: ann, key: another-key-1 }]", { mode: 0o600 });
		const second = await serve(["--sandbox", "--config", "team.yaml"]);
		expect([
			await second.ask("openai/gpt-oss-20b", key),
			await second.ask("openai/gpt-oss-20b", "another-key-1"),
		]).toEqual([401, 200]);
	});

	it.each(["a b", "", "../x"])("cannot be named %j", async (name) => {
		expect((await home.run(`hub serve keys add '${name}'`)).code).toBe(2);
		expect(existsSync(join(home.folder, ".config/hub/serve-keys.json"))).toBe(false);
	});

	it("are refused where their file is damaged", async () => {
		await home.run("hub serve keys add ann");
		writeFileSync(join(home.folder, ".config/hub/serve-keys.json"), "[{}]");
		expect((await home.run("hub serve keys list")).stderr).toContain("is damaged");
	});
});

it("an endpoint of the command line answers, and its conversations are kept", async () => {
	const gpu = await startServer([whole]);
	const env = { GPU_API_KEY: "the-key-of-gpu" };
	const { ask, stop } = await serve(["--endpoint", `gpu=${gpu.url}/v1`, "-m", "qwen3:gpu"], env);
	expect(await ask("claude-opus-9")).toBe(200);
	expect(await ask("other:gpu")).toBe(200);
	const posts = gpu.requests.filter(({ method }) => method === "POST");
	expect(posts.map(({ body }) => (JSON.parse(body) as { model: string }).model)).toEqual(["qwen3", "qwen3"]);
	expect(posts[0]?.headers.authorization).toBe("Bearer the-key-of-gpu");
	await stop();
	const kept = readFileSync(join(home.folder, ".cache/hub/serve-conversations.json"), "utf8");
	expect(JSON.parse(kept)).toMatchObject([{ target: "gpu qwen3" }, { target: "gpu qwen3" }]);
});

it("printed addresses can be opened, and the page works below a path", async () => {
	const { url, said, key } = await serve(["--sandbox", "--host", "0.0.0.0", "--base-path", "/hub/"]);
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	const link = /one-time link\): (\S+)/.exec(said())?.[1] ?? "";
	expect(link).toMatch(/\/hub\/\?code=/);
	const opened = await fetch(link, { redirect: "manual", headers: { "x-forwarded-proto": "https" } });
	expect(opened.headers.get("set-cookie")).toMatch(/; Path=\/hub\/; Secure$/);
	const list = await fetch(`${url}/hub/calls`, { headers: { authorization: `Bearer ${key}` } });
	expect(list.status).toBe(200);
	expect((await home.run("hub serve --base-path hub")).code).toBe(2);
});

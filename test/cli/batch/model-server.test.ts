import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { createHome, type Home } from "../../helpers/session.ts";

/**
 * A model server. Words: its port, then what it does at which of its lives: `exit:N` ends at the Nth chat of each of its
 * first lives (`lives:N` of them), `slow:MS` starts to listen late.
 */
const SERVER = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
const [port, ...words] = process.argv.slice(2);
const say = (name) => Number(words.find((word) => word.startsWith(name + ":"))?.split(":")[1] ?? NaN);
const life = existsSync("lives") ? Number(readFileSync("lives", "utf8")) + 1 : 1;
writeFileSync("lives", String(life));
writeFileSync("pid", String(process.pid));
writeFileSync("env.json", JSON.stringify(process.env));
writeFileSync("words.json", JSON.stringify(words));
if (words.includes("broken")) { console.error("\\u001b[31mout of memory, token " + words.at(-1)); process.exit(3); }
let chats = 0;
const server = createServer(async (request, response) => {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	response.setHeader("content-type", "application/json");
	if (words.includes("locked") && request.headers.authorization !== "Bearer own-key") return response.writeHead(401).end();
	if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "org/served" }] }));
	const body = JSON.parse(Buffer.concat(chunks).toString());
	appendFileSync("asked", JSON.stringify({ life, model: body.model, prompt: body.messages.at(-1).content, key: request.headers.authorization ?? null }) + "\\n");
	if (++chats >= say("exit") && life <= (say("lives") || 1)) process.exit(9);
	setTimeout(() => response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: "re " + body.messages.at(-1).content } }] })), say("wait") || 0);
});
setTimeout(() => server.listen(Number(port), "127.0.0.1"), say("slow") || 0);
`;

interface Asked {
	life: number;
	model?: string;
	prompt: string;
	key: string | null;
}

let home: Home;
const read = (name: string): string => readFileSync(join(home.folder, name), "utf8");
const asked = (): Asked[] =>
	read("asked")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Asked);
const lines = (): { id: string; error?: object }[] =>
	read("out.jsonl")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as { id: string });
const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

beforeEach(() => {
	home = createHome();
	writeFileSync(join(home.folder, "my server.mjs"), SERVER);
	writeFileSync(join(home.folder, "in.jsonl"), Array.from({ length: 30 }, (_, id) => `{"text":"n${id}"}\n`).join(""));
	return () => home.remove();
});

const batch = (words: string, more = ""): string =>
	`hub batch in.jsonl -o out.jsonl -t chat --concurrency 4 --server '"${process.execPath}" "my server.mjs" {port} ${words}' ${more}`;

describe("hub batch --server", () => {
	it("starts the server, asks its model, and ends it", async () => {
		const { code, stderr } = await home.run(batch("slow:300"), { env: { HF_TOKEN: "hf_secret_of_the_hub" } });
		expect(code, stderr).toBe(0);
		expect(stderr).toMatch(/Starting the server: .*my server\.mjs \d+ slow:300/);
		expect(lines()).toHaveLength(30);
		expect(asked()[0]).toMatchObject({ model: "org/served", key: null });
		expect(isAlive(Number(read("pid")))).toBe(false);
		expect(JSON.parse(read("out.jsonl.batch.json"))).toMatchObject({
			fingerprint: { model: "org/served", endpoint: "--server" },
		});
	});

	it("is given no secret, but what devices and caches are named by", async () => {
		const env = {
			HF_TOKEN: "hf_secret_of_the_hub",
			OPENAI_API_KEY: "sk-secret",
			AWS_SECRET_ACCESS_KEY: "aws-secret",
			VLLM_API_KEY: "vllm-secret",
			VLLM_EXTRA: "hf_secret_of_the_hub",
			MY_VARIABLE: "other-secret",
			CUDA_VISIBLE_DEVICES: "1",
			HF_HOME: "/models",
		};
		expect((await home.run(batch(""), { env })).code).toBe(0);
		const given = JSON.parse(read("env.json")) as Record<string, string>;
		expect(given).toMatchObject({ CUDA_VISIBLE_DEVICES: "1", HF_HOME: "/models" });
		expect(JSON.stringify(given)).not.toContain("secret");
	});

	it("is not given the Hugging Face token by --token either, but a key of its own", async () => {
		await home.run(batch("", "-m x --token hf_secret_of_the_hub"));
		await home.run(batch("", "-m x --token own-key --force"));
		expect(new Set(asked().map(({ key }) => key))).toEqual(new Set([null, "Bearer own-key"]));
	});

	it("says that it asks for a key, and takes it from --token", async () => {
		const refused = await home.run(batch("locked"));
		expect(refused).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("Hint: Give it with --token.") as string,
		});
		expect((await home.run(batch("locked", "--token own-key"))).code).toBe(0);
	});

	it("splits words by quotes, without a shell", async () => {
		await home.run(batch('"two words" $HOME ; "$(date)"'));
		expect(JSON.parse(read("words.json"))).toEqual(["two words", "$HOME", ";", "$(date)"]);
	});

	it("starts it again when it dies, and no row fails", async () => {
		const { code, stderr } = await home.run(batch("exit:5 lives:3 wait:20", "-m org/served"));
		expect(code, stderr).toBe(0);
		expect(stderr).toContain("The server exited (code 9). Starting it again (3 of 3).");
		expect(lines().filter(({ error }) => error)).toEqual([]);
		expect(new Set(lines().map(({ id }) => id)).size).toBe(30);
		expect(Math.max(...asked().map(({ life }) => life))).toBe(4);
	});

	it("stops when it died four times; the same command goes on", async () => {
		const stopped = await home.run(batch("exit:5 lives:4 wait:20", "-m org/served"));
		expect(stopped.code).toBe(7);
		expect(stopped.stderr).toContain("The server exited 4 times (last: code 9).");
		expect(stopped.stderr).toContain("Run the same command again to continue.");
		expect(lines().filter(({ error }) => error)).toEqual([]);
		const before = lines().length;
		expect(before).toBeLessThan(30);
		const { code } = await home.run(batch("exit:5 lives:4 wait:20", "-m org/served"));
		expect(code).toBe(0);
		expect(lines()).toHaveLength(30);
		// All rows are done: there is nothing to start a server for.
		const lives = read("lives");
		expect((await home.run(batch("", "-m org/served"))).code).toBe(0);
		expect(read("lives")).toBe(lives);
	});

	it("tells why a server does not start, without secrets and colors", async () => {
		const { code, stderr } = await home.run(batch("broken hf_secret_of_the_hub"), {
			env: { HF_TOKEN: "hf_secret_of_the_hub" },
		});
		expect(code).toBe(7);
		expect(stderr).toMatch(/The server exited 4 times \(last: code 3\)\. Its last line: .*out of memory, token/);
		expect(stderr).not.toContain("secret");
		expect(stderr).not.toContain("\u001b");
		expect(existsSync(join(home.folder, "out.jsonl"))).toBe(false);
	});

	it.each([
		["vllm serve x", "The --server command has no {port}.", ""],
		['vllm "serve {port}', "a quote is not closed", ""],
		["", "is empty", ""],
		["no-such-program {port}", "no-such-program cannot be started.", "-m x"],
		["vllm {port}", "--server and --endpoint cannot be combined.", "--endpoint http://127.0.0.1:9/v1"],
		["vllm {port}", "--server and --provider cannot be combined.", "-p groq"],
	])("refuses %s", async (server, message, more) => {
		const { code, stderr } = await home.run(`hub batch in.jsonl -o out.jsonl -t chat --server '${server}' ${more}`);
		expect(code).toBe(2);
		expect(stderr).toContain(message);
		expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(4);
	});

	describe.skipIf(process.platform === "win32")("in a process", () => {
		async function start(): Promise<ChildProcess> {
			const server = `"${process.execPath}" "my server.mjs" {port} wait:100`;
			const words = ["batch", "in.jsonl", "-o", "out.jsonl", "-t", "chat", "--concurrency", "2", "--server", server];
			const child = spawn(process.execPath, [builtFile("bin/hub.js"), ...words], {
				cwd: home.folder,
				env: home.env,
				stdio: "ignore",
			});
			while (!existsSync(join(home.folder, "asked"))) await new Promise((resolve) => setTimeout(resolve, 20));
			return child;
		}
		const endOf = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once("close", resolve));

		it.each([
			["SIGINT", 130],
			["SIGTERM", 143],
			["SIGKILL", null],
		] as const)("ends the server after %s, and goes on with the same command", async (signal, code) => {
			const child = await start();
			const ended = endOf(child);
			child.kill(signal);
			expect(await ended).toBe(code);
			const pid = Number(read("pid"));
			for (let tries = 0; isAlive(pid) && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
			expect(isAlive(pid)).toBe(false);
			expect((await home.run(batch(""))).code).toBe(0);
			expect(new Set(lines().map(({ id }) => id)).size).toBe(30);
			expect(lines().filter(({ error }) => error)).toEqual([]);
		});
	});
});

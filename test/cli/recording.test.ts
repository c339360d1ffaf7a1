import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Recording } from "../../src/exchange/index.ts";
import { startSandbox } from "../../src/sandbox-server.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeEach(() => {
	home = createHome();
});
afterEach(() => home.remove());

const files = (folder: string): string[] => readdirSync(join(home.folder, folder)).sort();
const content = (folder: string): string =>
	files(folder)
		.map((name) => readFileSync(join(home.folder, folder, name), "latin1"))
		.join("\n");

describe("hub --record and --replay", () => {
	it("replay a chat without a token", async () => {
		const recorded = await home.run('hub infer -t chat --sandbox "Say hello" --record fixtures');
		expect(recorded).toMatchObject({ code: 0 });
		const replayed = await home.run('hub infer -t chat "Say hello" --replay fixtures');
		expect(replayed).toEqual(recorded);
	});

	it.each([
		["--stats", ""],
		["", "--log"],
	])("replay a stream whatever observes it: recorded with '%s', replayed with '%s'", async (first, second) => {
		const recorded = await home.run(`hub infer -t chat --sandbox "Say hello" --record fixtures ${first}`);
		const replayed = await home.run(`hub infer -t chat "Say hello" --replay fixtures ${second}`);
		expect(replayed).toMatchObject({ code: 0, stdout: recorded.stdout });
	});

	it.each([
		["chat", "-t chat -p together Hello"],
		["an image", "-t text-to-image -p together -o a.png cat"],
		["a task of Hugging Face's own service", "-t text-classification -p hf-inference good"],
	])("replay %s that went through another router, without a token", async (_, line) => {
		const server = await startSandbox();
		try {
			const places = { HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
			const env = { ...places, HF_TOKEN: "hf_of_the_other_router" };
			const recorded = await home.run(`hub infer ${line} --record f`, { env });
			expect(recorded).toMatchObject({ code: 0 });
			await server.close();
			const replayed = await home.run(`hub infer ${line.replace("a.png", "b.png")} --replay f`, { env: places });
			expect(replayed.code, replayed.stderr).toBe(0);
			expect(replayed.stdout).toBe(recorded.stdout);
		} finally {
			await server.close().catch(() => undefined);
		}
	});

	it("replay a job with its polls and its download, without pauses", async () => {
		const time = async (line: string): Promise<number> => {
			const started = performance.now();
			expect(await home.run(line)).toMatchObject({ code: 0 });
			return performance.now() - started;
		};
		const call = 'hub infer -t text-to-video -p fal-ai "a boat"';
		const recorded = await time(`${call} --sandbox -o a.mp4 --record fixtures`);
		// Its two polls pause for a second, beside the work that both do.
		expect(await time(`${call} -o b.mp4 --replay fixtures`)).toBeLessThan(recorded);
		const [a, b] = ["a.mp4", "b.mp4"].map((name) => readFileSync(join(home.folder, name)));
		expect(a && b && a.equals(b)).toBe(true);
	});

	it("name the task, model and provider of each request of a job", async () => {
		await home.run("hub infer -t text-to-video -p fal-ai -m tencent/HunyuanVideo a.boat --sandbox -o a.mp4 --record f");
		const told = files("f")
			.filter((name) => name.endsWith(".json"))
			.map((name) => JSON.parse(readFileSync(join(home.folder, "f", name), "utf8")) as Recording);
		const [lookups, requests] = [true, false].map((isHub) =>
			told.filter(({ host }) => (host === "huggingface.co") === isHub),
		);
		// The job, two polls, the result and the file.
		expect(requests).toHaveLength(5);
		for (const request of requests ?? []) {
			expect(request).toMatchObject({ task: "text-to-video", model: "tencent/HunyuanVideo", provider: "fal-ai" });
		}
		for (const lookup of lookups ?? []) expect(lookup).toMatchObject({ task: null, provider: null });
	});

	it("replay calls made with a provider's own key, without the key", async () => {
		const env = { TOGETHER_API_KEY: "secret-together-key" };
		const line = 'hub infer -t chat -p together -m sandbox/chat "Say hello"';
		await home.run(`${line} --sandbox --direct --record fixtures`, { env });
		expect(files("fixtures").join()).toContain("api.together.xyz.conversational.");
		expect(await home.run(`${line} --replay fixtures`)).toMatchObject({ code: 0, stderr: "" });
	});

	it.each(["hub models whisper --task asr", "hub snippet openai/whisper-large-v3 --lang python --api"])(
		"work for %s",
		async (line) => {
			const recorded = await home.run(`${line} --sandbox --record fixtures`);
			expect(recorded.code).toBe(0);
			expect(await home.run(`${line} --replay fixtures`)).toEqual(recorded);
		},
	);

	it.each([
		"hub models whisper --task asr",
		"hub models openai/whisper-large-v3",
		"hub snippet openai/whisper-large-v3 --lang python --api",
		"hub infer -t chat hi",
		"hub compare -m meta-llama/Llama-3.1-8B-Instruct -p groq,together hi",
	])("do not write to the cache: %s", async (line) => {
		for (const flags of ["--sandbox --record fixtures", "--replay fixtures"]) {
			expect(await home.run(`${line} ${flags}`)).toMatchObject({ code: 0 });
		}
		expect(existsSync(join(home.folder, ".cache/hub"))).toBe(false);
		expect(await home.run(`${line} --sandbox`)).toMatchObject({ code: 0 });
		expect(readFileSync(join(home.folder, ".cache/hub/models.txt"), "utf8")).toContain("/");
	});

	it("use the folders of HUB_RECORD and HUB_REPLAY unless a flag overrides them", async () => {
		await home.run("hub infer -t chat --sandbox one", { env: { HUB_RECORD: "one" } });
		expect(files("one")).toHaveLength(1);
		expect(await home.run("hub infer -t chat one", { env: { HUB_REPLAY: "one" } })).toMatchObject({ code: 0 });
		await home.run("hub infer -t chat --sandbox two --record two", { env: { HUB_RECORD: "one" } });
		expect(files("one")).toHaveLength(1);
		// Commands without network, and those that cannot be recorded, ignore them.
		expect(await home.run("hub tasks --json", { env: { HUB_REPLAY: "nowhere" } })).toMatchObject({ code: 0 });
	});

	it("contain no secret of the environment, the login store or a header", async () => {
		const env = { HF_TOKEN: "hf_AbCdEfGhIjKlMnOp1234", GROQ_API_KEY: "gsk-unused-key-1" };
		await home.run("hub login --provider nebius --token-stdin", { input: "stored-nebius-key\n" });
		const secrets = [...Object.values(env), "stored-nebius-key", "header-value-1"];
		const { code } = await home.run(
			`hub infer -t chat --json --sandbox "${secrets.join(" ")}" --header "X-Custom: header-value-1" --record fixtures`,
			{ env },
		);
		expect(code).toBe(0);
		for (const secret of secrets) expect(content("fixtures")).not.toContain(secret);
		expect(content("fixtures")).toContain("[redacted] [redacted]");
	});
});

it("writes nothing, with a note, if the model spells out a secret in pieces", async () => {
	const env = { HF_TOKEN: "hf_AbCdEfGhIjKlMnOp1234" };
	const outcome = await home.run(`hub infer -t chat --sandbox "Say ${env.HF_TOKEN}" --record fixtures --quiet`, {
		env,
	});
	expect(outcome).toMatchObject({ code: 0 });
	expect(outcome.stderr).toContain("Not recorded: the response repeats a secret");
	expect(() => files("fixtures")).toThrow("ENOENT");
});

describe("a miss", () => {
	it("is a usage error that names the nearest recording and the difference", async () => {
		await home.run('hub infer -t chat --sandbox "Say hello" --record fixtures');
		const { code, stderr } = await home.run('hub infer -t chat "Say goodbye" --replay fixtures');
		expect(code).toBe(2);
		for (const part of [files("fixtures")[0], "body.messages.0.content", '"Say hello"', '"Say goodbye"']) {
			expect(stderr).toContain(part);
		}
		expect(stderr).toContain("Hint: Record it with --replay-or-record, or leave a field out");
	});

	it("is sent and recorded with --replay-or-record", async () => {
		const line = "hub infer -t chat --sandbox --replay-or-record fixtures";
		for (const word of ["one", "two", "one"]) expect(await home.run(`${line} ${word}`)).toMatchObject({ code: 0 });
		expect(files("fixtures")).toHaveLength(2);
	});

	it("can be avoided by ignoring a field", async () => {
		await home.run("hub infer -t chat --sandbox --seed 1 hi --record fixtures");
		const other = "hub infer -t chat --seed 2 hi --replay fixtures";
		expect((await home.run(other)).stderr).toContain("body.seed");
		expect(await home.run(`${other} --replay-ignore seed`)).toMatchObject({ code: 0 });
	});
});

it("adds numbered files with --append and replaces them without", async () => {
	const line = "hub infer -t chat --sandbox hi --record fixtures";
	for (const more of ["", "", " --append"]) await home.run(`${line}${more}`);
	expect(files("fixtures")).toHaveLength(2);
	await home.run(line);
	expect(files("fixtures")).toHaveLength(1);
});

it.each([
	["--record a --replay b", "--record and --replay cannot be combined"],
	["--replay nowhere", "there are no recordings in nowhere"],
	["--replay empty", "there are no recordings in empty"],
	["--append", "--append needs --record"],
	["--replay-ignore seed", "--replay-ignore needs --replay"],
])("rejects %s", async (flags, message) => {
	mkdirSync(join(home.folder, "empty"));
	const { code, stderr } = await home.run(`hub infer -t chat --sandbox hi ${flags}`);
	expect(code).toBe(2);
	expect(stderr).toContain(message);
});

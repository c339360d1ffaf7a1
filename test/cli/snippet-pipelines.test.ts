import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { memoize } from "../../src/base/memoize.ts";
import { startSandbox } from "../../src/sandbox-server.ts";
import { hasPythonPackages } from "../helpers/programs.ts";
import { createHome, type Home } from "../helpers/session.ts";

const media = fileURLToPath(new URL("../fixtures/media", import.meta.url));
const CHAT = "meta-llama/Llama-3.1-8B-Instruct";

/** How the code of a client is run. */
const RUN: Record<string, { file: string; line: string; module?: string }> = {
	requests: { file: "run.py", line: "python3 run.py", module: "requests" },
	fetch: { file: "run.mjs", line: "node run.mjs" },
	curl: { file: "run.sh", line: "bash run.sh" },
};

/** What to ask for, and what the answer has to look like. */
const CALLS: { title: string; flags: string; clients: string[]; answer: RegExp }[] = [
	{ title: "chat", flags: CHAT, clients: ["requests", "fetch", "curl"], answer: /Paris/ },
	{ title: "a chat that streams", flags: `${CHAT} --stream`, clients: ["requests", "curl"], answer: /Paris/ },
	{
		title: "a chat at a provider with the user's own words",
		flags: `${CHAT}:together --input "Say 'it'\\''s 7 \\$ & more'" --max-tokens 20`,
		clients: ["requests", "fetch", "curl"],
		answer: /\w/,
	},
	{
		title: "text classification",
		flags: "distilbert/distilbert-base-uncased-finetuned-sst-2-english",
		clients: ["requests", "fetch", "curl"],
		answer: /POSITIVE.*score/s,
	},
	{
		title: "zero-shot classification",
		flags: "facebook/bart-large-mnli",
		clients: ["requests", "fetch", "curl"],
		answer: /refund.*legal|legal.*refund/s,
	},
	{
		title: "image classification",
		flags: "google/vit-base-patch16-224 -p hf-inference",
		clients: ["requests", "fetch", "curl"],
		answer: /label.*score/s,
	},
	{
		title: "speech recognition",
		flags: "openai/whisper-large-v3 -p hf-inference",
		clients: ["requests", "fetch", "curl"],
		answer: /text/,
	},
	{
		title: "text to image",
		flags: "black-forest-labs/FLUX.1-dev -p hf-inference",
		clients: ["fetch"],
		answer: /Saved image\./,
	},
];

const isMissing = memoize((module: string): boolean => !hasPythonPackages("python3", [module]));

function sha256(path: string): string {
	return createHash("sha256").update(readFileSync(path)).digest("hex");
}

let home: Home;
let env: Record<string, string>;
let close: () => Promise<void>;

beforeAll(async () => {
	const sandbox = await startSandbox({ port: 0 });
	close = sandbox.close;
	env = { HF_ENDPOINT: sandbox.url, HUB_ROUTER_URL: sandbox.url, HF_TOKEN: "hf_sandbox", no_proxy: "127.0.0.1" };
	home = createHome();
	for (const name of ["cat.png", "cats.jpg"]) copyFileSync(join(media, name), join(home.folder, name));
	copyFileSync(join(media, "sample1.flac"), join(home.folder, "talk.mp3"));
});

afterAll(async () => {
	home.remove();
	await close();
});

describe("piped output of hub snippet runs against a sandbox", () => {
	for (const { title, flags, clients, answer } of CALLS) {
		for (const client of clients) {
			const { file, line, module } = RUN[client] as (typeof RUN)[string];
			const lacks = module !== undefined && isMissing(module);
			it.skipIf(lacks)(`${title} with ${client}${lacks ? ` (needs python3 ${module})` : ""}`, async () => {
				const pipeline = `hub snippet ${flags} --client ${client} > ${file} && ${line}`;
				const { stdout, stderr, code } = await home.run(pipeline, { env });
				expect({ stdout, stderr, code }).toMatchObject({ code: 0, stdout: expect.stringMatching(answer) });
			});
		}
	}

	it("works from a record file without a hub", async () => {
		await home.run(`hub models ${CHAT} --json > record.json`, { env });
		const offline = { ...env, HF_ENDPOINT: "http://127.0.0.1:9" };
		const line = "hub snippet --model-file record.json --client curl > run.sh && bash run.sh";
		const { stdout, code } = await home.run(line, { env: offline });
		expect({ stdout, code }).toMatchObject({ code: 0, stdout: expect.stringContaining("Paris") });
	});

	it("prints real URLs with --sandbox", async () => {
		const { stdout, stderr, code } = await home.run(`hub snippet ${CHAT} --sandbox --client curl`);
		expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
		expect(stdout).toContain("curl https://router.huggingface.co/v1/chat/completions");
	});
});

describe("hub infer --snippet", () => {
	const lines = [
		`-t chat -m ${CHAT} "Say it's \\"7\\"" --temperature 0 --seed 3 --no-stream`,
		`-t chat -m ${CHAT} -p together --direct --system "Be brief" "Hi" --token key --no-stream`,
		`-t text-classification -p hf-inference "good"`,
		`-t zero-shot -p hf-inference "My card was charged twice" --labels billing,shipping`,
		`-t embed -p hf-inference "one" --param normalize=true`,
		`-t sentence-similarity -p hf-inference "a ship" "a boat" "a stone"`,
		`-t summarization -p hf-inference "A long text about lighthouses." --param generate_parameters.max_length=9`,
		`-t text-generation -p hf-inference "Once" --max-tokens 9 --top-p 0.5`,
		`-t image-classification -p hf-inference cats.jpg`,
		`-t asr -p hf-inference sample1.flac`,
		`-t asr -p replicate -m openai/whisper-large-v3 sample1.flac`,
	];
	for (const line of lines) {
		it(`sends what the command itself would send: ${line}`, async () => {
			const folder = createHome();
			onTestFinished(() => folder.remove());
			for (const name of ["cats.jpg", "sample1.flac"]) copyFileSync(join(media, name), join(folder.folder, name));
			// Stands in for curl and tells what it was asked to send.
			const recorder = [
				'curl() { for a in "$@"; do case $prev in -d) [ "$a" = @- ] && cat || printf %s "$a";;',
				'--data-binary) sha256sum "$(echo "$a" | cut -c2-)";; esac; case $a in http*) echo "$a";; esac; prev=$a; done; }',
			].join("\n");
			const own = await folder.run(`hub infer ${line} --dry-run --json`, { env });
			const { url, body } = JSON.parse(own.stdout) as { url: string; body: unknown };
			const snippet = await folder.run(`hub infer ${line} --snippet sh`, { env });
			const shown = await folder.run(`${recorder}\n${snippet.stdout}`, { env, real: true });
			expect(shown.code, shown.stderr).toBe(0);
			const [address = "", ...rest] = shown.stdout.split("\n");
			expect(address).toBe(url);
			const sent = rest.join("\n");
			const file = line.split(" ").find((word) => /\.(jpg|flac)$/.test(word));
			// A chat's code says also that it is no stream.
			const expected = line.includes("--no-stream") ? { ...(body as object), stream: false } : body;
			if (file !== undefined && !sent.startsWith("{")) expect(sent).toContain(sha256(join(media, file)));
			else expect(JSON.parse(sent)).toEqual(expected);
		});
	}
});

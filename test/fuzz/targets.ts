import { describeError } from "../../src/cli/errors/report.ts";
import { readEvents } from "../../src/http/events.ts";
import { urlBelow } from "../../src/http/url.ts";
import { run, runStream } from "../../src/inference/run.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { getLibrarySnippets } from "../../src/snippets/index.ts";
import { HOSTILE_URLS } from "../inference/hostile-urls.ts";
import { damage } from "./random.ts";
import { fuzz as fuzzTemplate } from "./template.ts";

/** Something that is fed damaged texts. */
export interface Target {
	seeds: readonly string[];
	/** Says what went wrong; undefined when all is well. */
	check(input: string, random: () => number): Promise<string | undefined> | string | undefined;
}

const CALL = {
	accessToken: "hf_fuzz",
	endpointUrl: "http://127.0.0.1:9",
	model: "m",
	messages: [{ role: "user", content: "hi" }],
};
const MODEL = {
	id: "acme/model",
	library_name: "transformers",
	pipeline_tag: "text-generation",
	tags: ["transformers", "gguf", "peft", "license:mit"],
	config: { architectures: ["A"], tokenizer_config: { chat_template: "{{ messages }}" } },
	transformersInfo: { auto_model: "AutoModel", processor: "AutoTokenizer" },
	cardData: { base_model: "acme/base", widget: [{ text: "hi" }] },
};
const sandbox = createSandbox();

export const TARGETS: Readonly<Record<string, Target>> = {
	templates: {
		seeds: [
			"{% for m in messages %}<|{{ m.role }}|>{{ m.content | trim }}{% endfor %}",
			"{% macro a(b) %}{{ b | tojson }}{% endmacro %}{% set ns = namespace(x=1) %}{{ a(ns.x) }}{{ range(9) | list | join(',') }}",
		],
		check: (input, random) => {
			const context = { messages: [{ role: "user", content: "hi" }], tools: [{ name: "x" }] };
			return fuzzTemplate([{ template: input, context }], 1, Math.floor(random() * 2 ** 31))[0]?.problem;
		},
	},
	events: {
		seeds: [
			'data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n',
			'event: error\ndata: {"error":{"message":"no"}}\n\n',
		],
		check: (input, random) =>
			failure(async () => {
				for await (const _ of readEvents(pieces(input, random))) {
					// Only what is thrown counts.
				}
			}),
	},
	"error bodies": {
		seeds: [
			'{"error":{"message":"no","type":"x"}}',
			'{"detail":[{"loc":["a"],"msg":"b"}]}',
			'{"choices":[{"message":{"content":"hi"}}]}',
			"<h1>Bad</h1>",
		],
		check: (input, random) =>
			failure(() => {
				const status = [200, 200, 400, 401, 404, 422, 429, 500, 503, 599][Math.floor(random() * 10)] ?? 200;
				const type =
					["application/json", "text/plain", "text/event-stream", "application/problem+json", ""][
						Math.floor(random() * 5)
					] ?? "";
				const fetch = async (): Promise<Response> =>
					new Response(pieces(input, random), { status, headers: { "content-type": type } });
				return run("conversational", CALL, { fetch, retry_on_error: false });
			}),
	},
	streams: {
		seeds: [
			'data: {"choices":[{"index":0,"delta":{"content":"hi","tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}}]}}]}\n\n',
		],
		check: (input, random) =>
			failure(async () => {
				const fetch = async (): Promise<Response> =>
					new Response(pieces(input, random), { headers: { "content-type": "text/event-stream" } });
				for await (const _ of runStream("conversational", CALL, { fetch, retry_on_error: false })) {
					/* Only what is thrown counts. */
				}
			}),
	},
	"sandbox requests": {
		seeds: [
			`POST /v1/chat/completions\n${JSON.stringify({ model: "m", messages: CALL.messages, max_tokens: 8 })}`,
			"GET /api/models?search=llama&limit=3\n",
			`POST /hf-inference/models/acme/x\n${JSON.stringify({ inputs: "hi", parameters: { top_k: 2 } })}`,
			`POST /v1/embeddings\n${JSON.stringify({ model: "m", input: ["a", "b"] })}`,
		],
		check: async (input) => {
			const [line = "", ...rest] = input.split("\n");
			const [method = "GET", path = "/"] = line.split(" ");
			if (!/^[A-Z]{3,7}$/.test(method) || ["TRACE", "CONNECT"].includes(method)) return undefined;
			const url = `https://router.huggingface.co/${path.replace(/^\//, "")}`;
			if (!URL.canParse(url)) return undefined;
			const body = method === "GET" || method === "HEAD" ? null : rest.join("\n");
			const headers = { authorization: "Bearer hf_sandbox", "content-type": "application/json" };
			const response = await sandbox(new Request(url, { method, headers, body }));
			const text = await response.text();
			return response.status >= 500 && response.status !== 501 && response.status !== 503
				? `status ${response.status}: ${text.slice(0, 200)}`
				: undefined;
		},
	},
	snippets: {
		seeds: [
			JSON.stringify(MODEL),
			JSON.stringify({ ...MODEL, library_name: "diffusers", pipeline_tag: "text-to-image" }),
		],
		check: (input) => {
			let record: object;
			try {
				record = { ...MODEL, ...(JSON.parse(input) as object) };
			} catch {
				record = { ...MODEL, id: `acme/${input.slice(0, 60)}`, tags: [input.slice(0, 80)] };
			}
			try {
				getLibrarySnippets(record as never);
			} catch (error) {
				// A record of the wrong shape may be refused, not one with strange texts.
				return error instanceof Error && !(error instanceof TypeError) ? (error.stack ?? error.message) : undefined;
			}
			return undefined;
		},
	},
	"follow-up URLs": {
		seeds: HOSTILE_URLS,
		check: (input) => {
			const base = "https://router.huggingface.co/fal-ai";
			const result = urlBelow(base, input);
			if (result === undefined) return undefined;
			const { origin, pathname, username, password } = new URL(result);
			const stays =
				origin === "https://router.huggingface.co" && pathname.startsWith("/fal-ai/") && !username && !password;
			return stays ? undefined : `leads to ${result}`;
		},
	},
};

/** What must not come out of the library: an error that the command would call a bug in hub. */
async function failure(work: () => Promise<unknown>): Promise<string | undefined> {
	try {
		await work();
	} catch (error) {
		if (describeError(error, { cwd: "/" }).code === "unexpected")
			return error instanceof Error ? (error.stack ?? error.message) : String(error);
	}
	return undefined;
}

/** The text as bytes, in pieces that end anywhere. */
function pieces(text: string, random: () => number): ReadableStream<Uint8Array> {
	const bytes = new TextEncoder().encode(text);
	let at = 0;
	return new ReadableStream({
		pull(controller) {
			if (at >= bytes.length) return controller.close();
			const end = at + 1 + Math.floor(random() * 60);
			controller.enqueue(bytes.slice(at, end));
			at = end;
		},
	});
}

/** Milliseconds after which a run counts as hanging, for a busy machine. */
const HANG = 5_000;

/** Something that must not happen. */
export interface Finding {
	problem: string;
	input: string;
}

/** Feeds one damaged seed to a target. */
export async function runOnce(
	target: Target,
	extra: readonly string[],
	random: () => number,
): Promise<Finding | undefined> {
	const seeds = [...target.seeds, ...extra];
	const input = damage(seeds[Math.floor(random() * seeds.length)] ?? "", random);
	const start = performance.now();
	let problem: string | undefined;
	try {
		problem = await target.check(input, random);
	} catch (error) {
		problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
	}
	const elapsed = performance.now() - start;
	if (elapsed > HANG) problem = `took ${Math.round(elapsed)} ms`;
	return problem === undefined ? undefined : { problem, input };
}

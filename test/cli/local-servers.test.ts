import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { readServerContext } from "../../src/cli/call-target/context-limits.ts";
import { createContext } from "../../src/cli/context.ts";
import { findServers, listAddresses } from "../../src/cli/local/servers.ts";
import { LOCAL_KINDS } from "../../src/cli/options/local-servers.ts";
import { createHome } from "../helpers/session.ts";

/** How each kind of server answers, by path; others get its own 404. */
const FORMS = {
	ollama: {
		"/v1/models": {
			object: "list",
			data: [{ id: "llama3.2:latest", object: "model", created: 1, owned_by: "library" }],
		},
		"/api/version": { version: "0.12.3" },
		"/api/show": { details: { family: "llama" }, model_info: { "llama.context_length": 100 } },
	},
	"old ollama": {
		"/api/tags": { models: [{ name: "llama3.2:latest", model: "llama3.2:latest", size: 1 }] },
	},
	lmstudio: {
		"/v1/models": {
			data: [
				{ id: "text-embedding-nomic-embed-text-v1.5", object: "model", owned_by: "organization_owner" },
				{ id: "qwen3-8b", object: "model", owned_by: "organization_owner" },
			],
			object: "list",
		},
		"/api/v0/models": {
			data: [{ id: "qwen3-8b", type: "llm", max_context_length: 40_960, loaded_context_length: 100 }],
		},
	},
	llamacpp: {
		"/health": { status: "ok" },
		"/props": { default_generation_settings: { n_ctx: 100 }, total_slots: 1 },
		"/v1/models": {
			models: [{ name: "gemma.gguf", model: "gemma.gguf" }],
			object: "list",
			data: [{ id: "gemma.gguf", object: "model", created: 1, owned_by: "llamacpp", meta: { n_ctx_train: 8192 } }],
		},
	},
	vllm: {
		"/health": "",
		"/v1/models": {
			object: "list",
			data: [{ id: "org/model", object: "model", created: 1, owned_by: "vllm", root: "org/model", max_model_len: 100 }],
		},
	},
	hub: {
		"/health": { status: "ok", server: "hub" },
		"/v1/models": { object: "list", data: [{ id: "fast", object: "model", created: 1, owned_by: "hub" }] },
	},
	tgi: {
		"/v1/models": { object: "list", data: [{ id: "org/tgi", object: "model", owned_by: "org/tgi" }] },
		"/info": { model_id: "org/tgi", max_input_tokens: 90, max_total_tokens: 100 },
	},
	web: { "/": "<html>" },
} as const;

interface Mock {
	url: string;
	requests: { path: string; authorization: string | undefined; body: string }[];
}

/** An answer in events. */
class Stream {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.close();
		server.closeAllConnections();
	}
});

async function start(form: keyof typeof FORMS): Promise<Mock> {
	const requests: Mock["requests"] = [];
	const server = createServer(async (request: IncomingMessage, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		const path = request.url ?? "";
		requests.push({ path, authorization: request.headers.authorization, body });
		const answers: Record<string, unknown> = FORMS[form];
		const answer = Object.hasOwn(answers, path) ? answers[path] : replyTo(path, body);
		if (answer === undefined) return void response.writeHead(404).end("404 page not found");
		if (answer instanceof Stream) return void response.setHeader("content-type", "text/event-stream").end(answer.text);
		const isText = typeof answer === "string";
		response.setHeader("content-type", isText ? "text/html" : "application/json");
		response.end(isText ? answer : JSON.stringify(answer));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	servers.push(server);
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function replyTo(path: string, body: string): unknown {
	if (path === "/v1/embeddings") return { object: "list", data: [{ index: 0, embedding: [1, 2] }], model: "m" };
	if (path === "/v1/completions")
		return { id: "c", object: "text_completion", model: "m", choices: [{ text: "said" }] };
	if (path !== "/v1/chat/completions") return undefined;
	if (JSON.parse(body).stream) {
		const chunk = { id: "c", created: 1, model: "m", choices: [{ index: 0, delta: { content: "Hello from here" } }] };
		return new Stream(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
	}
	const head = { id: "c", created: 1, model: JSON.parse(body).model, system_fingerprint: "fp_ollama" };
	const message = { role: "assistant", content: "Hello from here" };
	return { ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }], usage: null };
}

/** A URL at which nothing listens. */
async function findClosedUrl(): Promise<string> {
	const { url } = await start("web");
	servers.pop()?.close();
	return url;
}

function openContext(env: Record<string, string> = {}) {
	const stream = { write: () => true };
	const controller = new AbortController();
	return createContext({
		stdin: Readable.from([]),
		stdinDescriptor: undefined,
		stdout: stream,
		stderr: stream,
		env,
		cwd: "/",
		signal: controller.signal,
	});
}

describe("findServers", () => {
	it("recognizes the four kinds by their responses, but not hub serve or other web servers", async () => {
		const mocks = await Promise.all(LOCAL_KINDS.map(({ id }) => start(id)));
		const [hub, web] = await Promise.all([start("hub"), start("web")]);
		const [ollama] = LOCAL_KINDS;
		const places = [
			...LOCAL_KINDS.map((kind, index) => ({ kind, url: mocks[index]?.url ?? "" })),
			...[hub.url, web.url, await findClosedUrl()].map((url) => ({ kind: ollama, url })),
		];
		const found = await findServers("local", openContext({ HF_TOKEN: "hf_secret" }), places);
		expect(found.map(({ kind, models }) => [kind.id, ...models])).toEqual([
			["ollama", "llama3.2:latest"],
			["lmstudio", "text-embedding-nomic-embed-text-v1.5", "qwen3-8b"],
			["llamacpp", "gemma.gguf"],
			["vllm", "org/model"],
		]);
		const sent = [...mocks, hub, web].flatMap(({ requests }) => requests);
		expect(sent.every(({ authorization }) => authorization === undefined)).toBe(true);
	});

	it("finds an Ollama without /v1/models", async () => {
		const { url } = await start("old ollama");
		const [ollama] = LOCAL_KINDS;
		const found = await findServers("ollama", openContext(), [{ kind: ollama, url }]);
		expect(found.map(({ models }) => models)).toEqual([["llama3.2:latest"]]);
	});

	it("sends a server its own key only to this machine or encrypted", async () => {
		const mock = await start("vllm");
		const vllm = LOCAL_KINDS[3];
		const context = openContext({ VLLM_API_KEY: "secret", HF_TOKEN: "hf_secret" });
		await findServers("vllm", context, [{ kind: vllm, url: mock.url }]);
		expect(mock.requests.find(({ path }) => path === "/v1/models")?.authorization).toBe("Bearer secret");
		expect(mock.requests.find(({ path }) => path === "/health")?.authorization).toBeUndefined();
		expect(context.secrets.hide("Bearer secret")).not.toContain("secret");
	});
});

describe("a file longer than the context", () => {
	const files = { "long.txt": "word ".repeat(100), "short.txt": "word" };

	/** Runs a call to a server of a kind that listens at its usual port in the test's own way. */
	async function readContextOf(id: (typeof LOCAL_KINDS)[number]["id"]): Promise<number | undefined> {
		const mock = await start(id);
		const kind = LOCAL_KINDS.find((candidate) => candidate.id === id) ?? LOCAL_KINDS[0];
		const [server] = await findServers(id, openContext(), [{ kind, url: mock.url }]);
		if (!server) throw new Error(`${id} was not found.`);
		const model = server.models.at(-1);
		const target = { model, endpointUrl: `${mock.url}/v1`, accessToken: undefined, local: { server } };
		return await readServerContext(target, fetch, new AbortController().signal);
	}

	it.each(LOCAL_KINDS.map(({ id }) => id))("is reported with its token count at %s", async (id) => {
		expect(await readContextOf(id)).toBe(100);
	});

	it.each(["vllm", "tgi"] as const)("is detected by its token count at an endpoint (%s)", async (form) => {
		const mock = await start(form);
		const model = form === "vllm" ? "org/model" : "org/tgi";
		const home = createHome(files);
		try {
			const line = `hub infer -t chat --endpoint ${mock.url}/v1 -m ${model} -f`;
			const long = await home.run(`${line} long.txt "Sum up"`);
			expect([long.code, long.stderr]).toEqual([
				2,
				`Attached 1 file (500 bytes): long.txt.\nError: The input has about 132 tokens; ${model} takes 100.\nHint: Attach fewer or shorter files, or choose a model with a longer context.\n`,
			]);
			expect(mock.requests.some(({ path }) => path === "/v1/chat/completions")).toBe(false);
			expect((await home.run(`${line} short.txt "Sum up"`)).stdout).toBe("Hello from here\n");
		} finally {
			home.remove();
		}
	});

	it("is reported with -p ollama", async () => {
		const mock = await start("ollama");
		const home = createHome(files);
		try {
			const { code, stderr } = await home.run('hub -p ollama -f long.txt "Sum up"', { env: { OLLAMA_HOST: mock.url } });
			expect([code, stderr]).toEqual([2, expect.stringContaining("tokens; llama3.2:latest takes 100.")]);
		} finally {
			home.remove();
		}
	});
});

describe("listAddresses", () => {
	it("lists the default ports, and OLLAMA_HOST as Ollama reads it", () => {
		expect(listAddresses("local", {}).map(({ url }) => url)).toEqual([
			"http://127.0.0.1:11434",
			"http://127.0.0.1:1234",
			"http://127.0.0.1:8080",
			"http://127.0.0.1:8000",
		]);
		const read = (host: string) => listAddresses("ollama", { OLLAMA_HOST: host })[0]?.url;
		expect(read("gpu")).toBe("http://gpu:11434");
		expect(read("gpu:1234")).toBe("http://gpu:1234");
		expect(read(":1234")).toBe("http://127.0.0.1:1234");
		expect(read("0.0.0.0")).toBe("http://127.0.0.1:11434");
		expect(read("[::]:99")).toBe("http://127.0.0.1:99");
		expect(read("https://gpu.example/")).toBe("https://gpu.example");
		expect(read("http://127.0.0.1:11500")).toBe("http://127.0.0.1:11500");
		expect(() => read("http://:x:y")).toThrow("OLLAMA_HOST must be");
	});
});

describe("-p ollama", () => {
	async function run(line: string, mock: { url: string }, env: Record<string, string> = {}) {
		const home = createHome();
		try {
			return await home.run(line, { env: { OLLAMA_HOST: mock.url, HF_TOKEN: "hf_secret", ...env } });
		} finally {
			home.remove();
		}
	}

	it("calls the first model, and never sends the Hugging Face token", async () => {
		const mock = await start("ollama");
		const { stdout, stderr, code } = await run('hub infer -t chat -p ollama "Hi" --no-stream --stats', mock);
		expect([stdout, code]).toEqual(["Hello from here\n", 0]);
		expect(stderr).toContain("provider ollama · model llama3.2:latest");
		const explicit = await run('hub infer -p local --token hf_explicit "Hi" --no-stream', mock);
		expect(explicit.stderr).toContain("hub does not send your Hugging Face token to Ollama.");
		const calls = mock.requests.filter(({ path }) => path === "/v1/chat/completions");
		expect(calls.map(({ body }) => JSON.parse(body).model)).toEqual(["llama3.2:latest", "llama3.2:latest"]);
		expect(mock.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
	});

	it("does the tasks of OpenAI's protocol, and no others", async () => {
		const mock = await start("ollama");
		expect((await run('hub infer -t embed -p ollama "Hi" -m nomic --json', mock)).stdout).toBe("[[1,2]]\n");
		expect((await run('hub infer -t text-generation -p ollama "Hi"', mock)).stdout).toBe("said\n");
		const refused = await run("hub infer -t asr -p ollama sample:speech.wav", mock);
		expect([refused.code, refused.stderr]).toEqual([
			2,
			"Error: Ollama does not support automatic-speech-recognition.\nHint: Tasks of local servers: chat, text-generation, feature-extraction.\n",
		]);
	});

	it("tries the next provider if nothing listens, and lists the URLs it checked", async () => {
		const url = await findClosedUrl();
		const failed = await run('hub infer -t chat -p ollama "Hi"', { url });
		expect([failed.code, failed.stderr]).toEqual([
			7,
			`Error: Ollama does not respond at ${url}.\nHint: Start it: ollama serve\n`,
		]);
		const next = await run('hub infer -t chat -p ollama,sandbox "Say plum"', { url });
		expect(next.stdout).toBe("plum\n");
		expect(next.stderr).toContain("ollama failed, trying sandbox");
	});

	it("continues with the conversation's provider, or stops", async () => {
		const [mock, other] = await Promise.all([start("ollama"), start("ollama")]);
		const home = createHome();
		try {
			const at = ({ url }: { url: string }) => ({ env: { OLLAMA_HOST: url, HF_TOKEN: "hf_secret", TERM: "dumb" } });
			expect((await home.run('hub infer -t chat -p local "First"', { ...at(mock), columns: 80 })).stdout).toBe(
				"Hello from here\n",
			);
			expect((await home.run('hub -c "Second"', at(mock))).stdout).toBe("Hello from here\n");
			const moved = await home.run('hub -c "Third"', at(other));
			expect([moved.code, moved.stdout]).toEqual([2, ""]);
			expect(moved.stderr).toContain(`runs on ollama at ${mock.url}; OLLAMA_HOST is now ${other.url}`);
			const calls = (one: Mock) => one.requests.filter(({ path }) => path === "/v1/chat/completions");
			expect(calls(mock).map(({ body }) => JSON.parse(body).messages.length)).toEqual([1, 3]);
			expect(calls(other)).toEqual([]);
			expect(mock.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
		} finally {
			home.remove();
		}
	});

	it("is listed with its models", async () => {
		const mock = await start("ollama");
		expect(JSON.parse((await run("hub providers ollama --json", mock)).stdout)).toEqual([
			{ id: "ollama", name: "Ollama", url: mock.url, models: ["llama3.2:latest"] },
		]);
		const none = await run("hub providers ollama", { url: await findClosedUrl() });
		expect([none.stdout, none.code]).toEqual(["", 0]);
		expect(none.stderr).toMatch(/^No local server responds\. Looked for Ollama at 127\.0\.0\.1:\d+\.\n$/);
	});
});

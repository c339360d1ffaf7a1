import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleLibrary, WHOLE } from "../../scripts/bundle-library.ts";
import { BUNDLERS } from "../../scripts/bundlers.ts";
import { BUDGETS } from "../../scripts/size-budgets.ts";
import { COMPLETION } from "./serve.ts";

/** What every browser and edge worker has. */
const WEB_GLOBALS = {
	AbortController,
	AbortSignal,
	Blob,
	DOMException,
	FormData,
	Headers,
	ReadableStream,
	Request,
	Response,
	TextDecoder,
	TextEncoder,
	URL,
	URLSearchParams,
	atob,
	btoa,
	clearTimeout,
	console,
	setTimeout,
};

describe("the library with web globals only", () => {
	let source = "";
	beforeAll(async () => {
		source = await bundleLibrary(WHOLE, "iife", false);
	});

	/** Runs a script in a context that has the bundle and nothing of Node. */
	function run(script: string, reply: () => Response): Promise<unknown> {
		const context = createContext({ ...WEB_GLOBALS, fetch: async () => reply() });
		runInContext(source, context);
		return runInContext(script, context) as Promise<unknown>;
	}

	it("chats", async () => {
		const script = `modelhub.chatCompletion({ model: "org/model", messages: [] }).then(JSON.stringify)`;
		expect(await run(script, () => Response.json(COMPLETION))).toBe(JSON.stringify(COMPLETION));
	});

	it("streams", async () => {
		const script = `(async () => {
			const texts = [];
			for await (const { n } of modelhub.chatCompletionStream({ model: "org/model", messages: [] })) texts.push(n);
			return texts.join();
		})()`;
		const body = 'data: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n';
		expect(await run(script, () => new Response(body, { headers: { "content-type": "text/event-stream" } }))).toBe(
			"1,2",
		);
	});

	it("sends files and fails with its own errors", async () => {
		const script = `modelhub.imageToText({ endpointUrl: "https://e.test", inputs: "data:image/png;base64,AQID" })
			.catch((error) => error.name + ": " + error.message)`;
		expect(await run(script, () => Response.json(5))).toBe(
			"ProviderOutputError: Received malformed response from HF-Inference image-to-text API: expected {generated_text: string}",
		);
	});

	it.each(BUDGETS)("stays within its budget: $name", async ({ program, limit, compressed }) => {
		const code = await BUNDLERS.esbuild(program);
		expect(Buffer.byteLength(code)).toBeLessThanOrEqual(limit);
		expect(gzipSync(code).length).toBeLessThanOrEqual(compressed);
	});
});

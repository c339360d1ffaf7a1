import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { serve as listen } from "../helpers/server.ts";
import { COMPLETION, failure, mapping, serve } from "./serve.ts";

const args = { model: "org/model", accessToken: "hf_secret", messages: [{ role: "user", content: "Hi" }] };
const CHUNK = new TextEncoder().encode("x".repeat(65_536));

/** A body without end; counts the bytes that were taken. */
function endless(start: string): { body: ReadableStream<Uint8Array>; taken: () => number; isCancelled: () => boolean } {
	let taken = 0;
	let isCancelled = false;
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
			pull: (controller) => {
				taken += CHUNK.length;
				if (taken > 2 ** 30) controller.error(new Error("Read without end"));
				else controller.enqueue(CHUNK);
			},
			cancel: () => {
				isCancelled = true;
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, taken: () => taken, isCancelled: () => isCancelled };
}

const LIMITS = { errorBytes: 100_000, jsonBytes: 200_000, eventBytes: 200_000, fileBytes: 200_000 };

describe("an endless response", () => {
	it.each([
		["application/json", '{"a":"', "jsonBytes", "The response"],
		["text/event-stream", "data: ", "eventBytes", "A stream event"],
		["text/event-stream", ": comment ", "eventBytes", "A stream event"],
		["audio/mpeg", "ID3", "fileBytes", "The response"],
	])("of type %s beginning with %j ends at its limit", async (type, start, name, subject) => {
		const source = endless(start);
		const { options } = serve({
			"/api/": mapping(["hf-inference", "text-to-speech"]),
			"": () => new Response(source.body, { headers: { "content-type": type } }),
		});
		const limited = { ...options, limits: LIMITS };
		const call =
			name === "eventBytes"
				? library.chatCompletionStream(args, limited)
				: name === "fileBytes"
					? library.textToSpeech({ provider: "hf-inference", model: "org/model", inputs: "a" }, limited)
					: library.chatCompletion(args, limited);
		expect(await failure(call)).toBe(`ProviderOutputError: ${subject} is larger than 200000 bytes (limits.${name}).`);
		expect(source.isCancelled()).toBe(true);
		expect(source.taken()).toBeLessThan(1_000_000);
	});

	it.each([401, 429, 503])("with status %i has the error of its status and a truncated body", async (status) => {
		for (const type of ["application/json", "text/plain", "text/html"]) {
			const source = endless('{"error":"');
			const { options } = serve({ "": () => new Response(source.body, { status, headers: { "content-type": type } }) });
			const error = await library
				.chatCompletion(args, { ...options, limits: LIMITS })
				.catch((reason: unknown) => reason);
			expect(error).toMatchObject({ name: "ProviderApiError", httpResponse: { status } });
			expect(source.taken()).toBeLessThan(500_000);
			expect(source.isCancelled()).toBe(true);
		}
	});

	it("of Hugging Face becomes a hub error", async () => {
		const source = endless('{"a":"');
		const { options } = serve({
			"": () => new Response(source.body, { headers: { "content-type": "application/json" } }),
		});
		const call = { provider: "groq", model: "org/model", inputs: "a" };
		// Hugging Face's own records may be larger than what is allowed for the answers of providers.
		expect(await failure(library.textGeneration(call, { ...options, limits: LIMITS }))).toMatch(
			/^HubApiError: .*larger than 1 MiB/,
		);
		expect(source.isCancelled()).toBe(true);
		expect(source.taken()).toBeLessThan(2 * 2 ** 20);
	});

	it("stops at 64 MiB of JSON by default", async () => {
		const source = endless('{"a":"');
		const { options } = serve({
			"": () => new Response(source.body, { headers: { "content-type": "application/json" } }),
		});
		expect(await failure(library.chatCompletion(args, options))).toContain("larger than 64 MiB (limits.jsonBytes)");
	});
});

describe("compressed responses", () => {
	it("are counted after decompression", async () => {
		const bomb = gzipSync(JSON.stringify({ ...COMPLETION, pad: "x".repeat(1_000_000) }));
		const headers = { "content-type": "application/json", "content-encoding": "gzip" };
		const server = await listen({ headers, body: bomb });
		const call = { endpointUrl: server.url, model: "m", messages: [] };
		expect(await failure(library.chatCompletion(call, { limits: LIMITS }))).toContain("larger than 200000 bytes");
		expect((await library.chatCompletion(call)).id).toBe("c1");
	});

	it("must not be compressed twice", async () => {
		const headers = { "content-type": "application/json", "content-encoding": "gzip, gzip" };
		const server = await listen({ headers, body: gzipSync(gzipSync("x".repeat(1_000_000))) });
		const call = { endpointUrl: server.url, model: "m", messages: [] };
		expect(await failure(library.chatCompletion(call))).toBe(
			"ProviderOutputError: The response is compressed more than once (gzip, gzip): refused.",
		);
		const refused = await listen({ status: 401, headers, body: gzipSync(gzipSync("x".repeat(1_000_000))) });
		const error = await library
			.chatCompletion({ ...call, endpointUrl: refused.url })
			.catch((reason: unknown) => reason);
		expect(error).toMatchObject({ name: "ProviderApiError", httpResponse: { status: 401 } });
	});
});

describe("odd responses", () => {
	it("with status 999 are errors of the service, also under a timeout", async () => {
		const server = await listen({ status: 999, body: "odd" });
		const call = { endpointUrl: server.url, model: "m", messages: [] };
		for (const options of [{}, { timeout: 10_000 }]) {
			const error = await library
				.chatCompletion(call, { ...options, maxRetries: 0 })
				.catch((reason: unknown) => reason);
			expect(error).toMatchObject({ name: "ProviderApiError", httpResponse: { status: 999 } });
		}
	});

	it.each([200, 400])(
		"with JSON nested a hundred thousand times and status %i are malformed or errors",
		async (status) => {
			const body = `${'{"error":['.repeat(50_000)}${"]}".repeat(50_000)}`;
			const { options } = serve({
				"": new Response(body, { status, headers: { "content-type": "application/json" } }),
			});
			const error: unknown = await library.chatCompletion(args, options).catch((reason: unknown) => reason);
			expect((error as Error).name).toBe(status === 200 ? "ProviderOutputError" : "ProviderApiError");
			expect(() => JSON.stringify(error)).not.toThrow();
			const chat = await library
				.chatCompletion(args, { ...options, chatCompletion: true })
				.catch((reason: unknown) => reason);
			expect((chat as Error).name).toMatch(/^Provider/);
		},
	);

	it("in place of a video are malformed: web pages and JSON", async () => {
		for (const type of ["text/html", "application/json; charset=utf-8", "application/problem+json"]) {
			const { options } = serve({
				"/api/models/": mapping(["replicate", "text-to-video"]),
				"files.test": new Response('{"error":"expired"}', { headers: { "content-type": type } }),
				"": Response.json({ output: "https://files.test/v.mp4" }),
			});
			const call = { provider: "replicate", model: "org/model", inputs: "a" };
			expect(await failure(library.textToVideo(call, options))).toMatch(/^ProviderOutputError: /);
		}
	});
});

describe("storeFile", () => {
	it("stores files elsewhere, within their limit", async () => {
		const { options } = serve({
			"/api/models/": mapping(["hf-inference", "text-to-speech"]),
			"": () => new Response(new Blob(["sound"]).stream(), { headers: { "content-type": "audio/flac" } }),
		});
		const call = { provider: "hf-inference", model: "org/model", inputs: "a" };
		const stored: unknown[] = [];
		const storeFile: NonNullable<library.Options["storeFile"]> = async (body, { type }) => {
			const text = await new Response(body).text();
			stored.push([text, type]);
			return new Blob(["elsewhere"], { type });
		};
		const result = await library.textToSpeech(call, { ...options, storeFile });
		expect(stored).toEqual([["sound", "audio/flac"]]);
		expect(await result.text()).toBe("elsewhere");
		const limited = { ...options, storeFile, limits: { fileBytes: 3 } };
		expect(await failure(library.textToSpeech(call, limited))).toContain("larger than 3 bytes");
	});
});

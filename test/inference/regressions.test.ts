import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { events, failure, mapping, serve } from "./serve.ts";

/** Mended faults of calls. */

const PNG = new Blob([new Uint8Array(60_000)], { type: "image/png" });

describe("values that MiniMax H3 at Novita does not take are refused before the request", () => {
	const film = (parameters: object, providerId = "MiniMax-H3", inputs?: Blob) => {
		const { options, requests } = serve({ "/api/": mapping(["novita", "image-text-to-video", { providerId }]) });
		const call = {
			provider: "novita",
			model: "org/model",
			accessToken: "hf_x",
			...(inputs ? { inputs } : {}),
		} as const;
		const sent = library.imageTextToVideo({ ...call, parameters: { prompt: "a", ...parameters } }, options);
		return { sent, requests };
	};

	it.each([
		[{ resolution: "4K" }, "parameters.resolution to be one of 768P, 2K."],
		[{ duration: 3 }, "parameters.duration to be one of 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15."],
		[{ duration: 16 }, "parameters.duration"],
		[{ duration: 4.5 }, "parameters.duration"],
		[{ duration: "8" }, "parameters.duration"],
		[{ ratio: "2:1" }, "parameters.ratio to be one of 21:9, 16:9, 4:3, 1:1, 3:4, 9:16."],
	])("%j", async (parameters, message) => {
		const { sent, requests } = film(parameters);
		await expect(sent).rejects.toThrow(message);
		expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
	});

	it.each([
		[{ resolution: "2K", duration: 15, ratio: "9:16" }, undefined, undefined],
		[{ duration: 4 }, undefined, undefined],
		// An image gives the ratio.
		[{ ratio: "2:1" }, undefined, PNG],
		// Other models have limits of their own.
		[{ resolution: "4K", duration: 30 }, "MiniMax-H4", undefined],
	])("but %j is sent", async (parameters, providerId, inputs) => {
		const { sent, requests } = film(parameters, providerId, inputs);
		await expect(sent).rejects.toThrow();
		expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
	});
});

describe("requests follow the later release", () => {
	it("text generation of hf-inference is a completion", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["hf-inference", "text-generation"]),
			"hf-inference": Response.json({ model: "m", choices: [{ text: "b" }] }),
		});
		const call = { provider: "hf-inference", model: "org/model", inputs: "a", accessToken: "hf_x" } as const;
		const result = await library.textGeneration({ ...call, parameters: { max_new_tokens: 5 } }, options);
		expect(result.generated_text).toBe("b");
		const sent = requests.find(({ method }) => method === "POST");
		expect(sent?.url).toMatch(/\/hf-inference\/models\/[^?]+\/v1\/completions$/);
		expect(sent?.body).toMatchObject({ prompt: "a", max_tokens: 5 });
	});

	it("text-to-image of fal-ai goes through the queue", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["fal-ai", "text-to-image"]),
			"fal-ai": new Response("no"),
		});
		const call = { provider: "fal-ai", model: "org/model", inputs: "a", accessToken: "hf_x" } as const;
		await failure(library.textToImage(call, options));
		const sent = requests.find(({ method }) => method === "POST");
		expect(sent?.url).toContain("_subdomain=queue");
		expect(sent?.body).not.toHaveProperty("sync_mode");
	});
});

describe("textGenerationStream over completions", () => {
	it("yields tokens with their text", async () => {
		const chunk = (text: string) => `data: ${JSON.stringify({ choices: [{ text }] })}\n\n`;
		const { options } = serve({
			"/api/": mapping(["together", "text-generation"]),
			"/together/": events(chunk("a"), chunk("b"), "data: [DONE]", ""),
		});
		const call = { provider: "together", model: "org/model", inputs: "x", accessToken: "hf_x" } as const;
		const texts: string[] = [];
		for await (const { token } of library.textGenerationStream(call, options)) texts.push(token.text);
		expect(texts).toEqual(["a", "b"]);
	});
});

describe("an abort", () => {
	it("stops a stream whose events have all arrived", async () => {
		const chunks = Array.from({ length: 50 }, (_, index) => {
			return `data: ${JSON.stringify({ choices: [{ delta: { content: String(index) } }] })}\n\n`;
		});
		const { options } = serve({ "": events(...chunks, "data: [DONE]", "") });
		const controller = new AbortController();
		const args = { model: "org/model", accessToken: "hf_x", messages: [{ role: "user", content: "Hi" }] };
		let count = 0;
		const run = async (): Promise<void> => {
			for await (const _ of library.chatCompletionStream(args, { ...options, signal: controller.signal })) {
				count++;
				if (count === 3) controller.abort();
			}
		};
		await expect(run()).rejects.toMatchObject({ name: "AbortError" });
		expect(count).toBe(3);
	});
});

describe("validation errors", () => {
	const args = { model: "org/model", accessToken: "hf_x", messages: [{ role: "user", content: "Hi" }] };

	it.each([
		[
			{
				detail: [
					{ loc: ["body", "n"], msg: "must be positive" },
					{ loc: ["body", "top_p"], msg: "is too large" },
				],
			},
			/n.*must be positive[\s\S]*top_p.*is too large/,
		],
		[{ errors: ["first", { message: "second" }] }, /first[\s\S]*second/],
		[{ error: ["first", "second"] }, /first[\s\S]*second/],
		[{ title: "Bad request", status: 422 }, /Bad request/],
		[{ msg: "no such field" }, /no such field/],
		[{ message: { content: "is empty" } }, /is empty/],
		[{ detail: { msg: "is too deep" } }, /: is too deep$/],
	])("are shown: %j", async (body, words) => {
		const { options } = serve({ "": Response.json(body, { status: 422 }) });
		expect(await failure(library.chatCompletion(args, options))).toMatch(words);
	});
});

describe("a LoRA mapping in list form", () => {
	it("uses the model's id if an entry does not name it", async () => {
		const entry = {
			provider: "fal-ai",
			providerId: "fal-ai/flux-lora",
			status: "live",
			task: "text-to-image",
			adapter: "lora",
			adapterWeightsPath: "w.safetensors",
		};
		const image = { images: [{ url: "data:image/png;base64,AQID" }] };
		const { options, requests } = serve({
			"/api/models/": Response.json({ inferenceProviderMapping: [entry] }),
			"/status": Response.json({ status: "COMPLETED" }),
			"/requests/": Response.json(image),
			"fal-ai": Response.json({
				request_id: "r",
				status: "COMPLETED",
				response_url: "https://queue.fal.run/fal-ai/flux-lora/requests/r",
			}),
			"data:": new Response(new Uint8Array([1, 2, 3])),
		});
		const call = { provider: "fal-ai", model: "me/style", inputs: "a boat", accessToken: "hf_x" } as const;
		await failure(library.textToImage(call, options));
		const sent = requests.find(({ method }) => method === "POST");
		expect(sent?.body).toMatchObject({
			loras: [{ path: "https://huggingface.co/me/style/resolve/main/w.safetensors" }],
		});
	});
});

describe("event: error in a stream", () => {
	const args = { model: "org/model", accessToken: "hf_x", messages: [{ role: "user", content: "Hi" }] };
	const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: "a" } }] })}\n\n`;

	it.each([
		["a text", "event: error\ndata: overloaded\n\n", "overloaded"],
		["an object", 'event: error\ndata: {"error":{"message":"too busy"}}\n\n', "too busy"],
		["validation errors", 'event: error\ndata: {"detail":[{"loc":["body","n"],"msg":"is odd"}]}\n\n', "body.n: is odd"],
		["no data", "event: error\ndata:\n\n", ""],
	])("is an error, not a chunk: %s", async (_, event, words) => {
		const { options } = serve({ "": events(chunk, event, "data: [DONE]", "") });
		const contents: unknown[] = [];
		const run = async (): Promise<void> => {
			for await (const item of library.chatCompletionStream(args, options)) {
				contents.push(item.choices[0]?.delta.content);
			}
		};
		const error = await run().then(
			() => undefined,
			(reason: unknown) => reason,
		);
		expect(contents).toEqual(["a"]);
		expect(error).toBeInstanceOf(library.InferenceClientProviderApiError);
		expect((error as Error).message).toContain(words);
	});
});

describe("lists of inputs for embeddings", () => {
	const call = { provider: "nebius", model: "org/model", accessToken: "hf_x" } as const;
	const entry = mapping(["nebius", "feature-extraction"]);
	const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
	/** Each text's embedding is its number. */
	const embed = (body: unknown): Response => {
		const { input } = body as { input: string[] };
		return Response.json({ data: input.map((text) => ({ embedding: [Number(text.split(" ")[1])] })) });
	};
	const lengths = (requests: { method: string; body: unknown }[]): number[] =>
		requests.filter(({ method }) => method === "POST").map(({ body }) => (body as { input: string[] }).input.length);

	it("go in one request if the provider accepts them", async () => {
		const { options, requests } = serve({ "/api/": entry, "/nebius/": ({ body }) => embed(body) });
		const result = await library.featureExtraction({ ...call, inputs: texts }, options);
		expect(result).toEqual(texts.map((_, index) => [index]));
		expect(lengths(requests)).toEqual([100]);
	});

	it.each([
		[422, { error: "batch size 100 > maximum allowed batch size 32" }],
		[400, { error: { message: "Invalid 'input': array too long. Expected an array with maximum length 32." } }],
		[422, { detail: [{ loc: ["body", "input"], msg: "List should have at most 32 items after validation" }] }],
	])("go in as few requests as the length it names allows: %i %j", async (status, refusal) => {
		const answer = ({ body }: { body: unknown }): Response =>
			(body as { input: string[] }).input.length > 32 ? Response.json(refusal, { status }) : embed(body);
		const { options, requests } = serve({ "/api/": entry, "/nebius/": answer });
		const result = await library.featureExtraction({ ...call, inputs: texts }, options);
		expect(result).toEqual(texts.map((_, index) => [index]));
		expect(lengths(requests)).toEqual([100, 32, 32, 32, 4]);
	});

	it("are halved if a refusal names no length", async () => {
		const answer = ({ body }: { body: unknown }): Response =>
			(body as { input: string[] }).input.length > 30
				? new Response("Payload too large", { status: 413 })
				: embed(body);
		const { options, requests } = serve({ "/api/": entry, "/nebius/": answer });
		const result = await library.featureExtraction({ ...call, inputs: texts }, options);
		expect(result).toEqual(texts.map((_, index) => [index]));
		expect(lengths(requests)).toEqual([100, 50, 25, 25, 25, 25]);
	});

	it.each([
		[400, "This model's maximum context length is 32 tokens."],
		[422, "input must not be empty"],
		[500, "maximum batch size 32"],
	])("are rejected whole for any other reason: %i %s", async (status, error) => {
		const { options, requests } = serve({ "/api/": entry, "/nebius/": Response.json({ error }, { status }) });
		expect(await failure(library.featureExtraction({ ...call, inputs: texts }, options))).toContain(error);
		expect(lengths(requests)).toEqual([100]);
	});

	it("also at hf-inference", async () => {
		const answer = ({ body }: { body: unknown }): Response => {
			const { inputs } = body as { inputs: string[] };
			if (inputs.length > 32) return Response.json({ error: "maximum allowed batch size 32" }, { status: 422 });
			return Response.json(inputs.map((text) => [Number(text.split(" ")[1])]));
		};
		const { options } = serve({ "/api/": mapping(["hf-inference", "feature-extraction"]), "hf-inference": answer });
		const result = await library.featureExtraction({ ...call, provider: "hf-inference", inputs: texts }, options);
		expect(result).toEqual(texts.map((_, index) => [index]));
	});
});

describe("terminal 8: a documented limit of a provider", () => {
	it("is checked before sending, and reported with size and limit", async () => {
		const { options, requests } = serve({ "/api/": mapping(["together", "image-to-video"]) });
		const call = { provider: "together", model: "org/model", accessToken: "hf_x", inputs: PNG } as const;
		const running = library.imageToVideo(call, options);
		await expect(running).rejects.toMatchObject({ name: "InputError", code: "over-limit" });
		expect(await failure(running)).toMatch(/80,022 characters as a data URL; Together takes at most 61,440/);
		expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
	});
});

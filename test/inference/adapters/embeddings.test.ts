import { describe, expect, it } from "vitest";
import * as library from "../../../src/index.ts";
import { failure, mapping, serve } from "../serve.ts";

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

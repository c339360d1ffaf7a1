import { describe, expect, it } from "vitest";
import { ANSWER_COUNTS } from "../../src/base/answer-counts.ts";
import { PIPELINE_TYPES } from "../../src/catalogue/ids.ts";
import { type InferenceTask, run, runStream, textToImage } from "../../src/inference/index.ts";
import { mapping, serve } from "./serve.ts";

/** A service that answers with images. */
const serveImages = (images: object) =>
	serve({ "/api/models/": mapping(["nebius", "text-to-image"]), "/nebius/": Response.json(images) });

const endpoint = { endpointUrl: "https://e.test/v1", model: "m" };
const inputs = "A red kite";

/** What a task needs besides `inputs`. */
const NEEDED = { image: inputs, question: inputs, context: inputs, table: {}, source_sentence: "", sentences: [] };

describe("more answers than a task returns", () => {
	it.each(PIPELINE_TYPES as readonly InferenceTask[])("are refused before the call: %s", async (task) => {
		const { options, requests } = serve({});
		for (const name of ANSWER_COUNTS.filter((known) => known !== "best_of")) {
			const args = { ...endpoint, inputs: NEEDED, parameters: { candidate_labels: ["a"], [name]: 3 } };
			const problem = `${task} returns one result, and ${name} requests 3. Make a call for each`;
			await expect(run(task, args as never, options)).rejects.toThrow(problem);
			const stream = runStream(task, args as never, options);
			await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(problem);
		}
		expect(requests).toEqual([]);
	});

	it("are delivered by the response of a service", async () => {
		const images = { data: [{ b64_json: "AAAA" }, { b64_json: "BBBB" }] };
		const { options, requests } = serveImages(images);
		const args = { model: "org/model", provider: "nebius", inputs, parameters: { n: 2 } } as const;
		expect(await textToImage(args, { ...options, outputType: "json" })).toEqual(images);
		expect(requests.at(-1)?.body).toMatchObject({ n: 2 });
		await expect(textToImage(args, options)).rejects.toThrow('with outputType "json"');
	});

	it("are no question of one answer", async () => {
		const { options } = serveImages({ data: [{ b64_json: "AAAA" }] });
		const args = { model: "org/model", provider: "nebius", inputs, parameters: { n: 1, best_of: 3 } } as const;
		expect(await textToImage(args, options)).toBeInstanceOf(Blob);
	});
});

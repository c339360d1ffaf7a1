import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { events, serve } from "./serve.ts";

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

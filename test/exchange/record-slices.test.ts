import { expect, it } from "vitest";
import { createRecorder, memoryStore } from "../../src/exchange/index.ts";

it("cleans a large answer in pieces, between which others have their turn", async () => {
	const content = JSON.stringify({ choices: [{ message: { content: "word ".repeat(50_000) } }] });
	const recorder = createRecorder(memoryStore(), {
		fetch: async () => new Response(content, { headers: { "content-type": "application/json" } }),
		secrets: ["hf_abcdefghijklmnop"],
	});
	const response = await recorder.fetch("https://router.huggingface.co/v1/chat/completions", { method: "POST" });
	let turns = 0;
	let isOver = false;
	const count = (): void => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	await response.text();
	await recorder.settle();
	isOver = true;
	// Without pauses two turns pass.
	expect(turns).toBeGreaterThanOrEqual(5);
});

import { describe, expect, it } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { startServer } from "../helpers/server.ts";
import { post } from "./ask.ts";
import { DONE, FINISH, ROLE, streamed, TOKEN, whole } from "./upstream.ts";

const TEXT = "A sentence of some length, as people write it. ".repeat(800);

/** A server of the user that counts so many tokens, whatever it gets. */
async function counting(tokens: number, name = "ollama") {
	const usage = { prompt_tokens: tokens, completion_tokens: 1 };
	const chunk = `data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices: [], usage })}\n\n`;
	const server = await startServer(({ body }) =>
		body.includes('"stream":true')
			? streamed(ROLE + TOKEN + FINISH + chunk + DONE)
			: { body: { ...(whole.body as object), usage } },
	);
	const notices: string[] = [];
	const gateway = createGateway({
		endpoints: { [name]: { url: server.url } },
		onNotice: (notice) => void notices.push(notice),
		offers: () => undefined,
	});
	const ask = async (content: unknown, more: object = {}) => {
		const body = { model: `llama3:${name}`, messages: [{ role: "user", content }], ...more };
		const response = await post(gateway, "/v1/chat/completions", body);
		await response.text();
		return response.headers.get("x-hub-notice");
	};
	return { ask, notices };
}

describe("a server that counts less than half of a request", () => {
	it.each([
		["ollama", "OLLAMA_CONTEXT_LENGTH"],
		["llamacpp", "--ctx-size"],
		["mine", "the context of its model"],
	])("is noticed, with the setting of %s", async (name, setting) => {
		const { ask, notices } = await counting(4096, name);
		expect(await ask(TEXT)).toContain(setting);
		expect(await ask(`${TEXT} more`)).toContain("silently");
		expect(notices).toEqual([expect.stringContaining(`${name} counted less than half`)]);
	});

	it("is noticed in streams and in parts of a message too", async () => {
		const { ask, notices } = await counting(4096);
		await ask([{ type: "text", text: TEXT }], { stream: true });
		expect(notices).toHaveLength(1);
	});

	it.each([
		["a count that fits", 8500, TEXT],
		["a dense tokenizer", 5200, TEXT],
		["a short request", 10, "Hi ".repeat(500)],
		["a picture", 1000, [{ type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(90_000)}` } }]],
		["no count", 0, TEXT],
	])("is not %s", async (_, tokens, content) => {
		const { ask, notices } = await counting(tokens);
		expect(await ask(content)).toBeNull();
		expect(notices).toEqual([]);
	});
});

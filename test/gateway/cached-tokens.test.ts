import { expect, it } from "vitest";
import { get, post } from "./ask.ts";
import { DONE, FINISH, ROLE, scriptedGateway, streamed, TOKEN, whole } from "./upstream.ts";

const messages = [{ role: "user", content: "Hi" }];
/** Two ways in which services say the same. */
const USAGES = [
	{ prompt_tokens: 200, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 150 } },
	{ prompt_tokens: 200, completion_tokens: 4, prompt_cache_hit_tokens: 150, prompt_cache_miss_tokens: 50 },
];

it.each(USAGES)("cached tokens are in headers, in streams, in metrics and on the page: %j", async (usage) => {
	const chunk = `data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices: [], usage })}\n\n`;
	const { gateway } = await scriptedGateway({
		groq: [
			{ body: { ...(whole.body as object), usage } },
			streamed(ROLE + TOKEN + FINISH + chunk + DONE),
			{ body: { ...(whole.body as object), usage } },
			{ body: { ...(whole.body as object), usage } },
		],
	});
	const answer = await post(gateway, "/v1/chat/completions", { model: "model", messages });
	expect(answer.headers.get("x-hub-cached")).toBe("150");
	const streaming = await post(gateway, "/v1/chat/completions", { model: "model", messages, stream: true });
	expect(await streaming.text()).toMatch(/data: \[DONE\]\n\n: x-hub-cached 150\n\n$/);
	const message = await post(gateway, "/v1/messages", { model: "model", max_tokens: 9, messages });
	expect(await message.json()).toMatchObject({ usage: { input_tokens: 50, cache_read_input_tokens: 150 } });
	const response = await post(gateway, "/v1/responses", { model: "model", input: "Hi" });
	const details = { input_tokens: 200, input_tokens_details: { cached_tokens: 150 } };
	expect(await response.json()).toMatchObject({ usage: details });
	expect(await (await get(gateway, "/metrics")).text()).toContain('hub_cached_tokens_total{provider="groq"} 600');
	const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: { usage: object }[] };
	expect(calls.map(({ usage: { cached_tokens: cached } }: { usage: { cached_tokens?: number } }) => cached)).toEqual(
		new Array(4).fill(150),
	);
});

it("says nothing of a cache where the service does not", async () => {
	const { gateway } = await scriptedGateway({ groq: [whole] });
	const answer = await post(gateway, "/v1/chat/completions", { model: "model", messages });
	expect(answer.headers.has("x-hub-cached")).toBe(false);
});

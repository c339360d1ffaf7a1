import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedAnswer } from "../helpers/server.ts";
import { post } from "./ask.ts";
import { ROLE, type Scripted, scriptedGateway, streamed, TOKEN, whole } from "./upstream.ts";

const DEADLINE = 200;
const chat = { model: "model", messages: [{ role: "user", content: "Hi" }] };
const open: Scripted[] = [];
const start = async (...args: Parameters<typeof scriptedGateway>): Promise<Scripted> => {
	const scripted = await scriptedGateway(...args);
	open.push(scripted);
	return scripted;
};
afterEach(async () => {
	for (const { server } of open.splice(0)) await server.close();
});

const silence: ScriptedAnswer = { ending: "silence" };
const limited: ScriptedAnswer = { status: 429, headers: { "retry-after": "3" }, body: {} };

describe("the deadline of a call", () => {
	it.each([
		["a silent target", { groq: [silence] }, false],
		["a silent target of a stream", { groq: [silence] }, true],
		["the wait for a rate limit", { groq: [limited] }, false],
		["the second of two targets", { groq: [{ ending: "refuse" } as const], together: [silence] }, true],
	])("is 504 at %s", async (_, upstream, stream) => {
		const { gateway } = await start(upstream, { deadline: DEADLINE, firstTokenTimeout: 0, timeout: 0 });
		const response = await post(gateway, "/v1/chat/completions", { ...chat, stream });
		expect(response.status).toBe(504);
		expect(await response.json()).toMatchObject({
			error: { code: "timeout", message: expect.stringContaining("deadline of 0.2 s") },
		});
	});

	it("ends a stream that trickles by an error, after what has come", async () => {
		const trickle = streamed(ROLE + TOKEN.repeat(1000), { step: TOKEN.length, pause: 20 });
		const { gateway, asked } = await start({ groq: [trickle] }, { deadline: 2000, timeout: 0 });
		const response = await post(gateway, "/v1/chat/completions", { ...chat, stream: true });
		expect(response.status).toBe(200);
		const text = await response.text();
		expect(text).toContain("Hello");
		expect(text).toMatch(/"error".*deadline of 2 s/);
		await asked("groq")[0]?.abandoned;
	});

	it("is none by default, and 0 is none", async () => {
		const slow: ScriptedAnswer = { ...whole, step: 40, pause: 30 };
		for (const deadline of [undefined, 0]) {
			const { gateway } = await start({ groq: [slow] }, { deadline });
			expect((await post(gateway, "/v1/chat/completions", chat)).status).toBe(200);
		}
	});
});

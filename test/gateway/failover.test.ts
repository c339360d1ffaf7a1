import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedAnswer } from "../helpers/server.ts";
import { post } from "./ask.ts";
import { DONE, FINISH, ROLE, type Scripted, scriptedGateway, stream, streamed, TOKEN, whole } from "./upstream.ts";

const chat = { model: "model", messages: [{ role: "user", content: "Hi" }] };
const streaming = { ...chat, stream: true };
const ask = ({ gateway }: Scripted, body: object = chat): Promise<Response> =>
	post(gateway, "/v1/chat/completions", body);

let open: Scripted[] = [];
const start = async (...args: Parameters<typeof scriptedGateway>): Promise<Scripted> => {
	const scripted = await scriptedGateway(...args);
	open.push(scripted);
	return scripted;
};
afterEach(async () => {
	for (const { server } of open) await server.close();
	open = [];
});

const error = (status: number): ScriptedAnswer => ({ status, body: { error: { message: `status ${status}` } } });

describe("failover before the first byte", () => {
	it.each([402, 408, 410, 500, 502, 503, 504])("tries the next target after status %d", async (status) => {
		for (const [body, good] of [
			[chat, whole],
			[streaming, stream],
		] as const) {
			const scripted = await start({ groq: [error(status)], together: [good] });
			const response = await ask(scripted, body);
			expect(response.status).toBe(200);
			expect(response.headers.get("x-hub-provider")).toBe("together");
			expect(response.headers.get("x-hub-attempts")).toBe("2");
			expect(await response.text()).toContain("Hello");
			expect(scripted.asked("groq")).toHaveLength(1);
		}
	});

	it.each([
		["a connection that breaks", { ending: "refuse" }, chat],
		["an answer that is cut", { ...whole, ending: "cut" }, chat],
		["HTML in place of JSON", { body: "<html>", headers: { "content-type": "text/html" } }, chat],
		["JSON of another form", { body: { ok: true } }, chat],
		["a stream without an event", streamed(""), streaming],
		["a stream that is no JSON", streamed("data: {oops\n\n"), streaming],
		["JSON in place of a stream", whole, streaming],
		["a stream cut before its first token", streamed(ROLE, { ending: "cut" }), streaming],
		["an error event before the first token", streamed('data: {"error":{"message":"busy","code":503}}\n\n'), streaming],
	] as const)("tries the next target after %s", async (_, answer, body) => {
		const scripted = await start({ groq: [answer as ScriptedAnswer], together: [body === chat ? whole : stream] });
		const response = await ask(scripted, body);
		expect(await response.text()).toContain("Hello");
		expect(response.headers.get("x-hub-provider")).toBe("together");
		expect(response.headers.get("x-hub-attempts")).toBe("2");
		expect(scripted.asked("groq")).toHaveLength(1);
	});

	it("tries the next target if no token arrives in time; comments and roles do not count", async () => {
		const hang = streamed(`: keep-alive\n\n${ROLE}`, { ending: "hang" });
		const scripted = await start({ groq: [hang], together: [stream] }, { firstTokenTimeout: 2000 });
		const response = await ask(scripted, streaming);
		expect(response.headers.get("x-hub-provider")).toBe("together");
		expect(await response.text()).toContain("Hello");
		await scripted.asked("groq")[0]?.abandoned;
	});

	it("waits forever for a first token if the limit is 0", async () => {
		const scripted = await start({ groq: [stream], together: [whole] }, { firstTokenTimeout: 0 });
		const response = await ask(scripted, streaming);
		expect(response.headers.get("x-hub-provider")).toBe("groq");
		expect(await response.text()).toContain("Hello");
	});

	it("reports a hang of the last target as 504", async () => {
		const scripted = await start({ groq: [{ ending: "silence" }] }, { firstTokenTimeout: 50 });
		const response = await ask(scripted, streaming);
		expect(response.status).toBe(504);
		expect(response.headers.get("x-hub-attempts")).toBe("1");
		expect(await response.json()).toMatchObject({ error: { code: "first_token_timeout", type: "server_error" } });
	});

	it.each([400, 404, 422])("passes status %d to the client", async (status) => {
		const scripted = await start({ groq: [error(status)], together: [whole] });
		const response = await ask(scripted);
		expect(response.status).toBe(status);
		expect(await response.json()).toMatchObject({
			error: { message: `status ${status}`, type: "invalid_request_error" },
		});
		expect(response.headers.get("x-hub-attempts")).toBe("1");
		expect(scripted.asked("together")).toHaveLength(0);
	});

	it.each([401, 403])("names the provider that rejects the key with %d", async (status) => {
		const scripted = await start({ groq: [error(status)], together: [whole] });
		const response = await ask(scripted);
		expect(response.status).toBe(status);
		expect(await response.json()).toMatchObject({
			error: { code: "provider_auth", message: expect.stringContaining("groq") },
		});
	});
});

describe("rate limits", () => {
	const limit = (seconds: string): ScriptedAnswer => ({ ...error(429), headers: { "retry-after": seconds } });

	it("waits for a short Retry-After at the same target", async () => {
		const scripted = await start({ groq: [limit("1"), whole], together: [whole] });
		const response = await ask(scripted);
		expect(response.headers.get("x-hub-provider")).toBe("groq");
		expect(response.headers.get("x-hub-attempts")).toBe("2");
	});

	it.each(["0", "1"])("asks a target at most once more after a Retry-After of %s s", async (seconds) => {
		const scripted = await start({ groq: [limit(seconds), limit(seconds), whole] });
		const response = await ask(scripted);
		expect(response.status).toBe(429);
		expect(response.headers.get("x-hub-attempts")).toBe("2");
		expect(scripted.asked("groq")).toHaveLength(2);
	});

	it("asks the only target again after a limit without a time, and another target at once", async () => {
		const alone = await start({ groq: [error(429), whole] });
		const answer = await ask(alone);
		expect(answer.status).toBe(200);
		expect(alone.asked("groq")).toHaveLength(2);
		const both = await start({ groq: [error(429), whole], together: [whole] });
		expect((await ask(both)).headers.get("x-hub-provider")).toBe("together");
		const spent = { ...error(429), body: { error: { message: "no", type: "insufficient_quota" } } };
		const empty = await start({ groq: [spent, whole] });
		expect((await ask(empty)).status).toBe(429);
		expect(empty.asked("groq")).toHaveLength(1);
	});

	it("continues at once after a long one, and remembers it", async () => {
		const scripted = await start({ groq: [limit("60")], together: [whole] });
		for (const attempts of ["2", "1"]) {
			const response = await ask(scripted);
			expect(response.headers.get("x-hub-provider")).toBe("together");
			expect(response.headers.get("x-hub-attempts")).toBe(attempts);
		}
		expect(scripted.asked("groq")).toHaveLength(1);
	});

	it("passes the limit of the last target to the client", async () => {
		const scripted = await start({ groq: [limit("60")] });
		const response = await ask(scripted);
		expect(response.status).toBe(429);
		expect(response.headers.get("retry-after")).toBe("60");
		expect(await response.json()).toMatchObject({ error: { type: "rate_limit_error" } });
		const stopped = (await (await ask(scripted)).json()) as { error: { message: string } };
		expect(stopped.error.message).toMatch(/^groq is rate limited for (?:60|59) s: status 429$/);
		expect(scripted.asked("groq")).toHaveLength(1);
	});

	it("limits the number of waiting calls", async () => {
		const scripted = await start({ groq: [limit("1"), whole] }, { queue: 1 });
		const answers = [ask(scripted)];
		await expect.poll(() => scripted.asked("groq").length).toBe(1);
		await new Promise((resolve) => setTimeout(resolve, 100));
		const refused = await ask(scripted);
		expect(refused.status).toBe(429);
		expect(await refused.json()).toMatchObject({ error: { code: "queue_full" } });
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200]);
	});
});

describe("targets that fail again and again", () => {
	it("are skipped, then probed once", async () => {
		let now = Date.now();
		const scripted = await start(
			{ groq: [error(500), error(500), error(500), whole], together: [whole] },
			{ now: () => now },
		);
		let calls = 0;
		// Each is a conversation of its own, and begins with the first target.
		const provider = async (): Promise<string | null> => {
			const body = { ...chat, messages: [{ role: "user", content: `Call ${calls++}` }] };
			return (await ask(scripted, body)).headers.get("x-hub-provider");
		};
		for (let count = 0; count < 5; count++) expect(await provider()).toBe("together");
		expect(scripted.asked("groq")).toHaveLength(3);
		now += 30_001;
		expect(await provider()).toBe("groq");
		expect(await provider()).toBe("groq");
	});

	it("are still tried if no other target is left", async () => {
		const scripted = await start({ groq: [error(500)] });
		for (let count = 0; count < 5; count++) expect((await ask(scripted)).status).toBe(500);
		expect(scripted.asked("groq")).toHaveLength(5);
	});
});

describe("after the first byte", () => {
	it("an error is an event, and then the end", async () => {
		const scripted = await start({ groq: [streamed(ROLE + TOKEN, { ending: "cut" })], together: [stream] });
		const response = await ask(scripted, streaming);
		const text = await response.text();
		expect(response.headers.get("x-hub-provider")).toBe("groq");
		expect(text).toContain("Hello");
		expect(text.trim().split("\n").at(-1)).toMatch(/^data: \{"error":\{"message":/);
		expect(scripted.asked("together")).toHaveLength(0);
	});

	it("a hang ends at the timeout", async () => {
		const scripted = await start({ groq: [streamed(ROLE + TOKEN, { ending: "hang" })] }, { timeout: 2000 });
		const text = await (await ask(scripted, streaming)).text();
		expect(text).toContain('"code":"timeout"');
		await scripted.asked("groq")[0]?.abandoned;
	});

	it("a stream without an end marker is reported", async () => {
		const scripted = await start({ groq: [streamed(ROLE + TOKEN)] });
		expect(await (await ask(scripted, streaming)).text()).toContain('"code":"stream_cut"');
	});

	it("bytes are passed on unchanged", async () => {
		const events = `: hello\n\n${ROLE}${TOKEN}${FINISH}${DONE}`;
		const scripted = await start({ groq: [streamed(events, { step: 7 })] });
		expect(await (await ask(scripted, streaming)).text()).toBe(events);
	});
});

describe("a client that disconnects", () => {
	it("cancels the call at the provider", async () => {
		const scripted = await start({ groq: [streamed(ROLE + TOKEN, { ending: "hang" }), { ending: "silence" }] });
		const response = await ask(scripted, streaming);
		const reader = response.body?.getReader();
		await reader?.read();
		await reader?.cancel();
		await scripted.asked("groq")[0]?.abandoned;
		const controller = new AbortController();
		const answer = post(scripted.gateway, "/v1/chat/completions", chat, { signal: controller.signal });
		await expect.poll(() => scripted.asked("groq").length).toBe(2);
		controller.abort();
		await scripted.asked("groq")[1]?.abandoned;
		await answer;
		expect(scripted.gateway.inFlight).toBe(0);
	});
});

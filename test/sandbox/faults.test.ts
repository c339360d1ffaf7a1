import { describe, expect, it } from "vitest";
import { parseFaults } from "../../src/sandbox/faults.ts";
import { createSandbox, type Fault } from "../../src/sandbox/index.ts";
import { createAsker } from "./ask.ts";

const body = { model: "sandbox/chat", messages: [{ role: "user", content: "Explain attention" }] };

describe("reading", () => {
	it("parses the command line format", () => {
		expect(parseFaults("429:0.1, drop:0.02,malformed,slow:1")).toEqual([
			{ kind: "status", status: 429, probability: 0.1 },
			{ kind: "drop", probability: 0.02 },
			{ kind: "malformed", probability: 1 },
			{ kind: "slow", probability: 1 },
		]);
		expect(parseFaults("")).toEqual([]);
	});

	it.each(["200:1", "429:2", "fire", "drop:x", "429:-1"])("rejects %s", (text) => {
		expect(() => parseFaults(text)).toThrow(/is not a fault/);
	});
});

const statuses = async (faults: Fault[], seed: number): Promise<number[]> => {
	const { post } = createAsker({ faults, seed });
	const seen: number[] = [];
	for (let turn = 0; turn < 40; turn++) seen.push((await post("/v1/chat/completions", body)).status);
	return seen;
};

it("occurs about as often as configured, and repeats for a seed", async () => {
	const faults: Fault[] = [{ kind: "status", status: 503, probability: 0.3 }];
	const seen = await statuses(faults, 1);
	const struck = seen.filter((status) => status === 503).length;
	expect(struck).toBeGreaterThan(4);
	expect(struck).toBeLessThan(22);
	expect(await statuses(faults, 1)).toEqual(seen);
	expect(await statuses(faults, 2)).not.toEqual(seen);
});

it("uses the service's error format, and says when to retry", async () => {
	const { post } = createAsker({ faults: parseFaults("429") });
	const response = await post("/fal-ai/fal-ai/flux", { prompt: "x" });
	expect(response.status).toBe(429);
	expect(response.headers.get("retry-after")).toBe("1");
	expect(await response.json()).toEqual({ detail: expect.stringContaining("Rate limit") });
});

it("cuts a response in half", async () => {
	const { post } = createAsker({ faults: parseFaults("malformed") });
	const response = await post("/v1/chat/completions", body);
	expect(response.status).toBe(200);
	await expect(response.json()).rejects.toThrow(SyntaxError);
});

it("cuts a stream after its first chunks", async () => {
	const { post } = createAsker({ faults: parseFaults("malformed") });
	const text = await (await post("/v1/chat/completions", { ...body, stream: true })).text();
	expect(text.match(/^data: /gm)?.length).toBe(4);
	expect(text).not.toContain("[DONE]");
});

it("breaks the connection before or within a response", async () => {
	const { post } = createAsker({ faults: parseFaults("drop") });
	const ends = new Set<string>();
	for (let turn = 0; turn < 12; turn++) {
		await post("/v1/chat/completions", body).then(
			async (response) =>
				ends.add(
					await response.text().then(
						() => "whole",
						() => "within",
					),
				),
			() => ends.add("before"),
		);
	}
	expect([...ends].sort()).toEqual(["before", "within"]);
});

it("delays, and stops waiting when the caller disconnects", async () => {
	const { sandbox, get } = createAsker({ faults: [{ kind: "slow", probability: 1, delay: 60_000 }] });
	const abort = new AbortController();
	const request = new Request("http://sandbox.test/v1/models", { signal: abort.signal });
	const answer = sandbox(request);
	abort.abort();
	await expect(answer).rejects.toMatchObject({ name: "AbortError" });
	// Hugging Face is spared.
	expect((await get("/api/models/sandbox/b")).status).toBe(200);
});

it("streams at the configured pace", async () => {
	const { post } = createAsker({ tokensPerSecond: 100 });
	const messages = [{ role: "user", content: "Repeat: one two three four five six seven eight nine ten" }];
	const started = performance.now();
	const response = await post("/v1/chat/completions", { model: "sandbox/conversational", messages, stream: true });
	const events = (await response.text()).split("\n\n").filter(Boolean);
	// Timers may be late, never early; a millisecond of rounding is allowed.
	expect(performance.now() - started).toBeGreaterThanOrEqual((events.length - 1) * 10 - 1);
});

it("takes faults as a text, and shows its files", async () => {
	const { post } = createAsker({ faults: "503" });
	expect((await post("/v1/chat/completions", body)).status).toBe(503);
	expect(() => createSandbox({ faults: "fire" })).toThrow(/is not a fault/);
	const file = createSandbox().samples.find(({ name }) => name === "lighthouse.png");
	expect([...((await file?.read()) ?? [])].slice(1, 4)).toEqual([...new TextEncoder().encode("PNG")]);
});

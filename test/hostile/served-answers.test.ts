import { describe, expect, it } from "vitest";
import { getPath, isDeeperThan } from "../../src/base/json.ts";
import { describeContent, lacksFile } from "../../src/cli/network/call-recorder.ts";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get, post } from "../gateway/ask.ts";
import { DONE, FINISH, TOKEN } from "../gateway/upstream.ts";

const OWN_KEY = "gsk_key_of_the_provider";

/** A gateway in front of one provider; `answer` is its response to the request for a model. */
function gatewayOf(answer: () => Response, options: GatewayOptions = {}): Gateway {
	return createGateway({
		token: (provider) => (provider === "groq" ? OWN_KEY : "hf_token_of_the_hub"),
		offers: () => undefined,
		call: { cache: new Map() },
		fetch: async (input) => {
			if (!String(input).includes("/api/models/")) return answer();
			const entry = (task: string) => ({ status: "live", task, providerId: "openai/gpt-oss-20b" });
			const mapping = { groq: entry("conversational"), "hf-inference": entry("text-generation") };
			return Response.json({ inferenceProviderMapping: mapping });
		},
		...options,
	});
}

/** An event stream in these pieces; with `isBroken` the connection breaks after them. */
function streamOf(pieces: readonly string[], isBroken = false): Response {
	const left = [...pieces];
	const body = new ReadableStream<Uint8Array>({
		pull(sink) {
			const next = left.shift();
			if (next !== undefined) return sink.enqueue(new TextEncoder().encode(next));
			if (isBroken) sink.error(new TypeError("terminated", { cause: new Error("other side closed") }));
			else sink.close();
		},
	});
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const delta = (text: string): string => `data: {"type":"response.output_text.delta","delta":"${text}"}\n\n`;
const generated = (text: string): string => `data: {"token":{"text":"${text}","special":false}}\n\n`;
const CHAT = { model: "openai/gpt-oss-20b:groq", stream: true, messages: [{ role: "user", content: "Hi" }] };

/** Form → its request, an event of the provider with a text, and the field of the error in the event that ends it. */
const FORMS: Readonly<Record<string, { path: string; body: object; token: string; isDirect: boolean }>> = {
	chat: { path: "/v1/chat/completions", body: CHAT, token: TOKEN, isDirect: true },
	completions: {
		path: "/v1/completions",
		body: { model: "openai/gpt-oss-20b:hf-inference", stream: true, prompt: "Hi" },
		token: generated("Hello"),
		isDirect: true,
	},
	"translated responses": {
		path: "/v1/responses",
		body: { model: "openai/gpt-oss-20b:groq", stream: true, input: "Hi" },
		token: TOKEN,
		isDirect: false,
	},
	"passed responses": {
		path: "/v1/responses",
		body: { model: "openai/gpt-oss-20b:groq", stream: true, input: "Hi" },
		token: delta("Hello"),
		isDirect: true,
	},
};

const MALFORMED: Readonly<Record<string, string>> = {
	"cut JSON": 'data: {"choices":[{"delta":{"content":"wor\n\n',
	"two objects": 'data: {"choices":[]}{"choices":[]}\n\n',
	text: "data: upstream connect error or disconnect\n\n",
	HTML: "data: <html><body>502 Bad Gateway</body></html>\n\n",
	"a number": "data: 7\n\n",
	null: "data: null\n\n",
	"a list": "data: []\n\n",
	"a string": 'data: "Hello"\n\n',
};

async function ask(name: string, pieces: readonly string[], isBroken = false): Promise<{ text: string; end: unknown }> {
	const form = FORMS[name];
	if (!form) throw new Error(name);
	const options = form.isDirect ? {} : { token: "hf_token_of_the_hub" };
	const gateway = gatewayOf(() => streamOf(pieces, isBroken), options);
	const response = await post(gateway, form.path, form.body);
	expect(response.status).toBe(200);
	const text = await response.text();
	const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: object[] };
	return { text, end: calls[0] };
}

describe.each(Object.keys(FORMS))("a stream of %s", (name) => {
	const token = FORMS[name]?.token ?? "";

	it.each(Object.entries(MALFORMED))("ends with an error event after %s", async (_, event) => {
		for (const pieces of [
			[token, event, token],
			// In one piece with the event before it.
			[token, token + event + token],
		]) {
			const { text, end } = await ask(name, pieces);
			expect(text).toContain("Hello");
			expect(text).toContain("Received a malformed event in the stream.");
			expect(text).toContain("malformed_response");
			expect(text).not.toContain("[DONE]");
			expect(text).not.toContain("response.completed");
			expect(end).toMatchObject({ state: "failed", status: 502 });
		}
	});

	it.each([
		["ends without its end", [token, token], false],
		["ends within an event", [token, 'data: {"choices":[{"del'], false],
		["breaks", [token, token], true],
		["breaks within an event", [token, 'data: {"cho'], true],
	] as const)("says that it was cut where it %s", async (_, pieces, isBroken) => {
		const { text, end } = await ask(name, pieces, isBroken);
		expect(text).toContain("Hello");
		expect(text).toContain("The stream was cut off before the answer was complete.");
		expect(text).toContain("stream_cut");
		expect(text).not.toContain("[DONE]");
		expect(end).toMatchObject({ state: "failed", status: 502 });
	});
});

describe("events that are no fault", () => {
	it.each([
		["comments and pings", ": ping\n\n", "data:\n\n"],
		["text behind the end marker", "", "", "garbage"],
	])("%s", async (_, before, between, after = "") => {
		const { text, end } = await ask("chat", [before + TOKEN, between, FINISH + DONE + after]);
		expect(text).toContain("[DONE]");
		expect(end).toMatchObject({ state: "done", status: 200 });
	});
});

const nest = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("deeply nested requests", () => {
	const gateway = gatewayOf(() => Response.json({}));
	it.each([
		["/v1/chat/completions", '{"model":"a/b","messages":[],"metadata":X}'],
		["/v1/completions", '{"model":"a/b","prompt":"x","extra":X}'],
		["/v1/embeddings", '{"model":"a/b","input":X}'],
		["/v1/images/generations", '{"model":"a/b","prompt":"x","extra":X}'],
		["/v1/audio/speech", '{"model":"a/b","input":"x","extra":X}'],
		["/v1/responses", '{"model":"a/b","input":X}'],
		["/v1/tasks/text-classification", '{"model":"a/b","inputs":"x","parameters":X}'],
		["/v1/tasks/table-question-answering", '{"model":"a/b","inputs":X}'],
	])("are refused with 400: %s", async (path, body) => {
		for (const levels of [300, 3000, 10_000, 200_000]) {
			const response = await post(gateway, path, body.replace("X", nest(levels)));
			expect(response.status, `${levels}`).toBe(400);
			expect(getPath(await response.json(), "error", "code")).toMatch(/^invalid_(json|value)$/);
		}
	});

	it("are refused with 400 in the fields of forms", async () => {
		const form = new FormData();
		form.append("model", "a/b");
		form.append("extra", nest(10_000));
		form.append("file", new Blob(["RIFF"]), "a.wav");
		const request = new Request("http://localhost/v1/audio/transcriptions", { method: "POST", body: form });
		expect((await gateway(request)).status).toBe(400);
	});
});

describe("deeply nested answers", () => {
	const answer = (levels: number): (() => Response) => {
		const text = `{"choices":[{"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"extra":${nest(levels)}}`;
		return () => new Response(text, { headers: { "content-type": "application/json" } });
	};
	it.each([3000, 10_000, 120_000])("of %i levels are malformed", async (levels) => {
		for (const path of ["/v1/chat/completions", "/v1/responses", "/v1/tasks/conversational"]) {
			const gateway = gatewayOf(answer(levels), { token: "hf_token_of_the_hub" });
			const body = path === "/v1/responses" ? { ...CHAT, input: "Hi" } : CHAT;
			const response = await post(gateway, path, { ...body, stream: false });
			expect([200, 502], `${path} ${levels}`).toContain(response.status);
			if (path !== "/v1/tasks/conversational") expect(response.status).toBe(502);
		}
	});

	it("are described for the log down to a limit", async () => {
		let deep: unknown = "end";
		for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { deep };
		const described = await describeContent({ args: deep, text: "kept" });
		expect(isDeeperThan(described, 250)).toBe(false);
		expect(described).toHaveProperty("text", "kept");
		expect(lacksFile(described)).toBe(true);
	});
});

describe("content for the log is bounded", () => {
	it.each([
		["a long text", { messages: [{ content: "x".repeat(50_000) }] }],
		["many values", { rows: Array.from({ length: 100_000 }, (_, index) => index) }],
		["many texts", { rows: Array.from({ length: 10_000 }, () => "a text") }],
		["many objects", { rows: Array.from({ length: 10_000 }, () => ({ a: 1 })) }],
	])("%s", async (_, value) => {
		const described = await describeContent(value, 10_000);
		expect(JSON.stringify(described).length).toBeLessThan(25_000);
		// A call whose content is not whole cannot be run again.
		expect(lacksFile(described)).toBe(true);
		const whole = await describeContent(value);
		expect(whole).toEqual(value);
	});
});

describe("a listener that fails", () => {
	const whole = (): Response =>
		Response.json({ choices: [{ message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }] });
	const stream = (): Response => streamOf([TOKEN + FINISH + DONE]);
	const cut = (): Response => streamOf([TOKEN]);

	it.each([
		["a whole answer", whole, false],
		["a stream", stream, true],
		["a stream that is cut", cut, true],
	] as const)("changes nothing for %s", async (_, answer, isStream) => {
		for (const onCall of [
			(): void => {
				throw new RangeError("Maximum call stack size exceeded");
			},
			(): Promise<void> => Promise.reject(new RangeError("Invalid string length")),
		]) {
			const problems: unknown[] = [];
			const gateway = gatewayOf(answer, { onCall, onProblem: (problem) => void problems.push(problem) });
			const response = await post(gateway, "/v1/chat/completions", { ...CHAT, stream: isStream });
			expect(response.status).toBe(200);
			expect(await response.text()).toContain(isStream ? "Hello" : "Hi");
			await expect.poll(() => problems).toEqual([expect.any(RangeError)]);
			expect(gateway.inFlight).toBe(0);
		}
	});

	it("may be left alone", async () => {
		const gateway = gatewayOf(whole, { onCall: () => Promise.reject(new Error("lost")) });
		expect((await post(gateway, "/v1/chat/completions", { ...CHAT, stream: false })).status).toBe(200);
	});

	it("does not end a server whose client leaves within a stream", async () => {
		const gateway = gatewayOf(() => streamOf([TOKEN, TOKEN, TOKEN]), {
			onCall: () => {
				throw new Error("lost");
			},
		});
		const response = await post(gateway, "/v1/chat/completions", CHAT);
		await response.body?.cancel();
		expect(gateway.inFlight).toBe(0);
	});
});

import { afterEach, describe, expect, it } from "vitest";
import type { Fetch } from "../../src/http/index.ts";
import {
	chatCompletion,
	chatCompletionObject,
	chatCompletionObjectStream,
	chatCompletionStream,
	InferenceClient,
	runTools,
	textGenerationStream,
	tool,
} from "../../src/index.ts";

const DEADLINE = 150;
/** Milliseconds after which a call has not heard its deadline; no scripted answer ends before. */
const TOO_LATE = 10_000;

const encoder = new TextEncoder();
const chunk = (content: string): string =>
	`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
type Pull = (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void> | void;

/** The bodies that nobody has closed. */
const open = new Set<object>();
function body(type: string, pull: Pull, status = 200): Response {
	const source: UnderlyingDefaultSource<Uint8Array> = { pull, cancel: () => void open.delete(source) };
	open.add(source);
	const stream = new ReadableStream(source);
	return new Response(stream, { status, headers: { "content-type": type } });
}
const events = (pull: Pull): Response => body("text/event-stream", pull);

// A body that is still read would go on for ever.
afterEach(async () => {
	try {
		await expect.poll(() => open.size, { timeout: 5000 }).toBe(0);
	} finally {
		open.clear();
	}
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const never = (): Promise<never> => new Promise(() => undefined);

/** How a service is slow. None of them hears a signal. */
const SLOW: Readonly<Record<string, () => Response | Promise<Response>>> = {
	"is silent": never,
	"sends the headers and nothing more": () => events(never),
	"is silent after some words": () => {
		let sent = 0;
		return events((controller) => (sent++ < 3 ? controller.enqueue(encoder.encode(chunk("one "))) : never()));
	},
	"trickles whole events": () =>
		events(async (controller) => {
			await pause(20);
			controller.enqueue(encoder.encode(chunk("one ")));
		}),
	"trickles single bytes": () => {
		const bytes = encoder.encode(chunk("a word ".repeat(1000)));
		let at = 0;
		return events(async (controller) => {
			await pause(20);
			controller.enqueue(bytes.slice(at, ++at));
		});
	},
	"asks to come back later": () => new Response("", { status: 429, headers: { "retry-after": "30" } }),
};

const slow = (name: string): { fetch: Fetch; args: { endpointUrl: string; model: string } } => ({
	fetch: async () => (SLOW[name] ?? never)(),
	args: { endpointUrl: "https://example.com", model: "m" },
});
const messages = [{ role: "user", content: "Hi" }];

async function outcomeOf(work: Promise<unknown>): Promise<{ reason: unknown; message: string }> {
	const late = pause(TOO_LATE).then(() => ({ reason: "it never ended", message: "" }));
	const ended = work.then(
		() => ({ reason: "it succeeded", message: "" }),
		(error: Error & { reason?: string; cause?: Error & { reason?: string } }) => {
			const { reason, message } = error.cause ?? error;
			return { reason, message };
		},
	);
	return await Promise.race([ended, late]);
}

const LATE = { reason: "timeout", message: `Not complete within the deadline of ${DEADLINE / 1000} s.` };

async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
	for await (const _ of stream);
}

describe.each(Object.keys(SLOW))("the deadline ends a call to a service that %s:", (name) => {
	const { fetch, args } = slow(name);
	const options = { fetch, deadline: DEADLINE };
	const client = new InferenceClient("", { fetch, endpointUrl: args.endpointUrl });
	const add = tool({ name: "add", schema: { type: "object" }, run: () => "3" });

	it.each<[string, () => Promise<unknown>]>([
		["a stream of a chat", () => readAll(chatCompletionStream({ ...args, messages }, options))],
		["its text", () => chatCompletionStream({ ...args, messages }, options).text()],
		["its bytes", () => new Response(chatCompletionStream({ ...args, messages }, options).toReadableStream()).text()],
		["one side of it", () => readAll(chatCompletionStream({ ...args, messages }, options).tee()[0])],
		["a stream of generated text", () => readAll(textGenerationStream({ ...args, inputs: "Hi" }, options))],
		["a stream of a client", () => readAll(client.chatCompletionStream({ messages }, { deadline: DEADLINE }))],
		[
			"a value that grows",
			() => readAll(chatCompletionObjectStream({ ...args, messages, schema: { type: "object" } }, options)),
		],
		["a run of tools", () => runTools(client, { model: "m", messages, tools: [add] }, { deadline: DEADLINE }).result()],
	])("%s", async (_, start) => {
		expect(await outcomeOf(start())).toEqual(LATE);
	});
});

describe("the deadline closes a body that is read whole:", () => {
	const trickle: Pull = async (controller) => {
		await pause(20);
		controller.enqueue(encoder.encode(" "));
	};
	const read: [string, () => Response, Record<string, unknown>?][] = [
		["JSON", () => body("application/json", trickle)],
		["a file", () => body("image/png", trickle)],
		["an error", () => body("application/json", trickle, 400)],
		["the list of models", () => body("application/json", trickle), { model: undefined }],
		[
			"a record of Hugging Face",
			() => body("application/json", trickle),
			{ endpointUrl: undefined, model: "org/slow" },
		],
	];

	it("the answer of a redirect", async () => {
		let hops = 0;
		const fetch: Fetch = async () =>
			hops++ === 0
				? new Response(null, { status: 307, headers: { location: "https://example.com/other" } })
				: body("application/json", trickle);
		const call = chatCompletion(
			{ endpointUrl: "https://example.com", model: "m", messages },
			{ fetch, deadline: DEADLINE },
		);
		expect(await outcomeOf(call)).toEqual(LATE);
		expect(hops).toBe(2);
	});

	it.each(read)("%s", async (_, answer, changed) => {
		const fetch: Fetch = async () => answer();
		const args = { endpointUrl: "https://example.com", model: "m", messages, ...changed };
		const call = chatCompletion(args, { fetch, deadline: DEADLINE, cache: new Map() });
		expect(await outcomeOf(call)).toEqual(LATE);
	});
});

describe("one deadline holds", () => {
	const words = (text: string): Response =>
		Response.json({ choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }] });

	it("for an answer and all its repairs", async () => {
		let asked = 0;
		const fetch: Fetch = async () => {
			asked++;
			await pause(60);
			return words("this is no JSON");
		};
		const args = {
			endpointUrl: "https://example.com",
			model: "m",
			messages,
			schema: { type: "object" },
			repairs: 1000,
		};
		expect(await outcomeOf(chatCompletionObject(args, { fetch, deadline: DEADLINE }))).toEqual(LATE);
		expect(asked).toBeGreaterThan(1);
	});

	it("for all answers and tools of a run, and the conversation so far is on the error", async () => {
		const called = JSON.stringify({
			choices: [
				{ index: 0, delta: { tool_calls: [{ index: 0, id: "c", function: { name: "wait", arguments: "{}" } }] } },
			],
		});
		const fetch: Fetch = async () =>
			new Response(`data: ${called}\n\ndata: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
		const client = new InferenceClient("", { fetch, endpointUrl: "https://example.com", deadline: DEADLINE });
		const sleepy = tool({ name: "wait", schema: { type: "object" }, run: never });
		const run = runTools(client, { model: "m", messages, tools: [sleepy] });
		expect(await outcomeOf(run.result())).toEqual(LATE);
		await expect(run.result()).rejects.toMatchObject({ messages: [messages[0], { tool_calls: [{ id: "c" }] }] });
	});

	it("keeps what has come, and leaves no timer behind", async () => {
		const { fetch, args } = slow("is silent after some words");
		const stream = chatCompletionStream({ ...args, messages }, { fetch, deadline: DEADLINE });
		let text = "";
		const read = async (): Promise<void> => {
			for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
		};
		expect(await outcomeOf(read())).toEqual(LATE);
		expect(text).toBe("one one one ");
	});

	it("does not touch a stream that ends in time", async () => {
		const fetch: Fetch = async () =>
			new Response(`${chunk("one")}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
		const args = { endpointUrl: "https://example.com", model: "m", messages };
		expect(await chatCompletionStream(args, { fetch, deadline: 60_000 }).text()).toBe("one");
	});
});

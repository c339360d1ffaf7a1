import { describe, expect, it } from "vitest";
import { type ChatStream, chatCompletionStream, textGenerationStream } from "../../src/index.ts";
import { createChatStream } from "../../src/inference/call-stream.ts";

const encoder = new TextEncoder();
const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
	`data: ${JSON.stringify({ id: "c1", model: "m", created: 1, choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const USAGE = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
const WORDS = [
	chunk({ role: "assistant", reasoning_content: "Let me " }),
	chunk({ reasoning_content: "see." }),
	chunk({ content: "One " }),
	chunk({ content: "two." }),
	chunk({}, "stop", { usage: USAGE }),
	"data: [DONE]\n\n",
];

/** Streams events one by one; an Error breaks the stream. */
function start(events: readonly (string | Error)[]): { stream: ChatStream; isCancelled: () => boolean } {
	let isCancelled = false;
	const left = [...events];
	const fetch = async (): Promise<Response> => {
		const body = new ReadableStream<Uint8Array>(
			{
				async pull(controller) {
					await new Promise((resolve) => setImmediate(resolve));
					const next = left.shift();
					if (next === undefined) controller.close();
					else if (next instanceof Error) controller.error(next);
					else controller.enqueue(encoder.encode(next));
				},
				cancel() {
					isCancelled = true;
				},
			},
			{ highWaterMark: 0 },
		);
		return new Response(body, { headers: { "content-type": "text/event-stream", "x-request-id": "r1" } });
	};
	const args = { endpointUrl: "https://example.com", model: "m", messages: [{ role: "user", content: "Hi" }] };
	return { stream: chatCompletionStream(args, { fetch, retry_on_error: false }), isCancelled: () => isCancelled };
}

async function readText(stream: AsyncIterable<{ choices: { delta: { content?: string } }[] }>): Promise<string> {
	let text = "";
	for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
	return text;
}

describe("text and final", () => {
	it("give the whole answer", async () => {
		const { stream } = start(WORDS);
		expect(await stream.text()).toBe("One two.");
		expect(await stream.final()).toEqual({
			id: "c1",
			model: "m",
			created: 1,
			object: "chat.completion",
			choices: [
				{
					index: 0,
					message: { role: "assistant", content: "One two.", reasoning_content: "Let me see." },
					finish_reason: "stop",
				},
			],
			usage: USAGE,
		});
	});

	it.each<[name: string, pieces: object[][]]>([
		[
			"numbered",
			[
				[{ index: 0, id: "a", type: "function", function: { name: "add", arguments: "" } }],
				[{ index: 0, function: { arguments: '{"x":' } }],
				[{ index: 1, id: "b", function: { name: "list", arguments: "{}" } }],
				[{ index: 0, function: { arguments: "1}" } }],
			],
		],
		[
			"numbered, in turns",
			[
				[{ index: 0, id: "a", type: "function", function: { name: "add", arguments: '{"x"' } }],
				[{ index: 1, id: "b", function: { name: "list", arguments: "{" } }],
				[{ index: 0, function: { arguments: ":1}" } }],
				[{ index: 1, function: { arguments: "}" } }],
			],
		],
		[
			"without numbers, by their ids",
			[
				[{ id: "a", function: { name: "add", arguments: '{"x":' } }],
				[{ id: "a", function: { arguments: "1}" } }],
				[{ id: "b", function: { name: "list", arguments: {} } }],
			],
		],
	])("put calls of tools together: %s", async (_, pieces) => {
		const { stream } = start([...pieces.map((calls) => chunk({ tool_calls: calls })), chunk({}, "tool_calls")]);
		const { choices } = await stream.final();
		expect(choices[0]?.message.tool_calls).toEqual([
			{ id: "a", type: "function", function: { name: "add", arguments: '{"x":1}' } },
			{ id: "b", type: "function", function: { name: "list", arguments: "{}" } },
		]);
		expect(choices[0]?.finish_reason).toBe("tool_calls");
	});

	it("take nothing from a loop before, around or after them", async () => {
		const before = start(WORDS).stream;
		expect(await readText(before)).toBe("One two.");
		expect(await before.text()).toBe("One two.");

		const within = start(WORDS).stream;
		let text = "";
		for await (const { choices } of within) {
			text += choices[0]?.delta.content ?? "";
			if (text === "One ") expect(await within.text()).toBe("One two.");
		}
		expect(text).toBe("One two.");

		const beside = start(WORDS).stream;
		const final = beside.final();
		expect(await readText(beside)).toBe("One two.");
		expect((await final).choices[0]?.message.content).toBe("One two.");

		const after = start(WORDS).stream;
		expect(await Promise.all([after.text(), after.text()])).toEqual(["One two.", "One two."]);
		expect(await readText(after)).toBe("One two.");
	});

	it("fail as the stream does, and the loop too", async () => {
		const { stream } = start([...WORDS.slice(0, 3), new Error("reset")]);
		await expect(stream.final()).rejects.toThrow("reset");
		await expect(stream.text()).rejects.toThrow("reset");
		await expect(readText(stream)).rejects.toThrow("reset");
	});

	it("fail as the loop did, the call did, or a loop beside them", async () => {
		const broken = [...WORDS.slice(0, 3), new Error("reset")];
		const before = start(broken).stream;
		await expect(readText(before)).rejects.toThrow("reset");
		await expect(before.text()).rejects.toThrow("reset");
		await expect(before.final()).rejects.toThrow("reset");

		const beside = start(broken).stream;
		const [first, ...others] = [readText(beside), beside.text(), beside.final()];
		await expect(first).rejects.toThrow("reset");
		for (const other of others) await expect(other).rejects.toThrow("reset");

		const unsent = createChatStream(() => Promise.reject(new Error("refused")), String);
		await expect(unsent.withResponse()).rejects.toThrow("refused");
		await expect((unsent as unknown as ChatStream).text()).rejects.toThrow("refused");
	});

	it("keep many chunks for a loop, which takes them without moving the others each time", async () => {
		let left = 70_000;
		const next = (): unknown => (left-- > 0 ? {} : undefined);
		const reader = { next, nextWith: <T>(deliver: (event: unknown) => T) => deliver(next()), close: () => undefined };
		const info = { status: 200, headers: new Headers(), requestId: "", provider: "" };
		const stream = createChatStream(async () => ({ reader, info, close: () => undefined }), String);
		const begin = performance.now();
		await (stream as unknown as ChatStream).text();
		const read = performance.now();
		let count = 0;
		for await (const _ of stream) count++;
		expect(count).toBe(70_000);
		expect(performance.now() - read).toBeLessThan(5 * (read - begin));
	});

	it("fail if the stream was left, which ends the request", async () => {
		const { stream, isCancelled } = start(WORDS);
		for await (const _ of stream) break;
		expect(isCancelled()).toBe(true);
		await expect(stream.text()).rejects.toThrow("The stream was stopped before its end: the answer is incomplete.");
	});

	it("keep several answers apart", async () => {
		const both = (texts: [number, string][]): string =>
			`data: ${JSON.stringify({ choices: texts.map(([index, content]) => ({ index, delta: { content }, finish_reason: "stop" })) })}\n\n`;
		const { stream } = start([
			both([[1, "b"]]),
			both([
				[0, "a"],
				[1, "c"],
			]),
		]);
		expect((await stream.final()).choices.map(({ message }) => message.content)).toEqual(["a", "bc"]);
	});

	it("have no usage, not zero, where the service reports none", async () => {
		const chunk = { choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop" }] };
		const { stream } = start([`data: ${JSON.stringify(chunk)}\n\n`]);
		expect((await stream.final()).usage).toBeNull();
	});
});

describe("tee", () => {
	it("gives both sides every chunk, at their own pace", async () => {
		const [one, two] = start(WORDS).stream.tee();
		expect(await readText(one)).toBe("One two.");
		expect(await two.text()).toBe("One two.");
		expect((await two.withResponse()).response.requestId).toBe("r1");
	});

	it("ends the request when both sides are left", async () => {
		const { stream, isCancelled } = start(WORDS);
		const [one, two] = stream.tee();
		for await (const _ of one) break;
		expect(isCancelled()).toBe(false);
		expect((await two.next()).done).toBe(false);
		await two.return();
		expect(isCancelled()).toBe(true);
	});

	it("gives both sides the error", async () => {
		const [one, two] = start([WORDS[2] ?? "", new Error("reset")]).stream.tee();
		await expect(readText(one)).rejects.toThrow("reset");
		await expect(readText(two)).rejects.toThrow("reset");
	});
});

describe("toReadableStream", () => {
	it("has a line of JSON for each chunk", async () => {
		const lines = (await new Response(start(WORDS).stream.toReadableStream()).text()).trim().split("\n");
		expect(lines.map((line) => JSON.parse(line).choices[0].delta.content ?? "").join("")).toBe("One two.");
	});

	it("ends the request when it is cancelled", async () => {
		const { stream, isCancelled } = start(WORDS);
		const reader = stream.toReadableStream().getReader();
		await reader.read();
		await reader.cancel();
		expect(isCancelled()).toBe(true);
	});

	it("exists for text generation too", async () => {
		const fetch = async (): Promise<Response> =>
			new Response('data: {"token":{"id":1,"text":"a","logprob":0,"special":false}}\n\n', {
				headers: { "content-type": "text/event-stream" },
			});
		const call = { endpointUrl: "https://example.com", model: "m", inputs: "x" };
		const [one, two] = textGenerationStream(call, { fetch }).tee();
		expect((await one.next()).value).toMatchObject({ token: { text: "a" } });
		expect(await new Response(two.toReadableStream()).text()).toMatch(/^\{"token"/);
	});
});

import { describe, expect, it } from "vitest";
import { InferenceClientProviderApiError } from "../../src/errors.ts";
import {
	adaptChat,
	findChatForm,
	learnFromRefusal,
	placeReasoning,
	sendWithReasoning,
	toNine,
} from "../../src/inference/chat-form.ts";
import type { ChatForm } from "../../src/inference/types.ts";

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: "user", content });
const system = (content: unknown): Json => ({ role: "system", content });
const answer = (content: unknown, more: Json = {}): Json => ({ role: "assistant", content, ...more });
const messagesOf = (messages: Json[], form: ChatForm): unknown => adaptChat({ messages }, form).messages;

const refusal = (message: string, status = 400, more: Json = {}): InferenceClientProviderApiError =>
	new InferenceClientProviderApiError(
		"Refused",
		{ url: "https://a.example", method: "POST" },
		{ status, requestId: "", body: { error: { message, ...more } } },
	);

describe("the reasoning of earlier answers", () => {
	const before = [user("a"), answer("b", { reasoning: "Hm" }), answer("", { reasoning_content: "So" })];
	it.each<[ChatForm, unknown]>([
		[{}, before],
		[
			{ reasoning: "reasoning_content" },
			[user("a"), answer("b", { reasoning_content: "Hm" }), answer("", { reasoning_content: "So" })],
		],
		[{ reasoning: "reasoning" }, [user("a"), answer("b", { reasoning: "Hm" }), answer("", { reasoning: "So" })]],
		// An answer that was only reasoning goes with it.
		[{ reasoning: "none" }, [user("a"), answer("b")]],
	])("goes where a service with %j takes it", (form, expected) => {
		expect(placeReasoning(before, form)).toEqual(expected);
	});

	it("is a blank where a service needs it and there is none", () => {
		const form = { reasoning: "reasoning_content", needsReasoning: true } as const;
		expect(placeReasoning([answer("a"), answer("b", { reasoning: "Hm" })], form)).toEqual([
			answer("a", { reasoning_content: " " }),
			answer("b", { reasoning_content: "Hm" }),
		]);
	});

	it("that is in its place costs no copy", () => {
		const messages = [answer("b", { reasoning: "Hm", tool_calls: [] }), user("a")];
		expect(placeReasoning(messages, { reasoning: "reasoning" })).toBe(messages);
	});
});

describe("messages of the system", () => {
	it.each<[string, Json[], unknown]>([
		[
			"at the start are one",
			[system("a"), { role: "developer", content: "b" }, user("c")],
			[system("a\n\nb"), user("c")],
		],
		[
			"become a reminder at their place, in one message with the user's around them",
			[system("a"), user("b"), system("c"), user("d"), answer("e"), { role: "developer", content: "f" }],
			[
				system("a"),
				user("b\n\n<system-reminder>\nc\n</system-reminder>\n\nd"),
				answer("e"),
				user("<system-reminder>\nf\n</system-reminder>"),
			],
		],
		[
			"join pictures too",
			[user([{ type: "image_url", image_url: { url: "u" } }]), system("c")],
			[
				user([
					{ type: "image_url", image_url: { url: "u" } },
					{ type: "text", text: "<system-reminder>\nc\n</system-reminder>" },
				]),
			],
		],
	])("%s", (_, messages, expected) => {
		expect(messagesOf(messages, {})).toEqual(expected);
	});

	it("stay where a service takes them", () => {
		const messages = [user("a"), system("b"), user("c")];
		expect(messagesOf(messages, { lateSystem: true })).toEqual(messages);
	});
});

describe("ids of calls of nine letters and digits", () => {
	it("are the same for the same id, and differ for others", () => {
		expect(toNine("abcDEF123")).toBe("abcDEF123");
		const ids = Array.from({ length: 20_000 }, (_, index) => toNine(`call_${index}`));
		for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
		expect(new Set(ids).size).toBe(ids.length);
		expect(toNine("call_7")).toBe(ids[7]);
	});

	it("replace those of calls and results alike", () => {
		const messages = [
			answer(null, { tool_calls: [{ id: "call_1", type: "function" }] }),
			{ role: "tool", tool_call_id: "call_1", content: "x" },
		];
		const id = toNine("call_1");
		expect(messagesOf(messages, findChatForm({ provider: "scaleway", model: "mistralai/Devstral-Small" }))).toEqual([
			answer(null, { tool_calls: [{ id, type: "function" }] }),
			{ role: "tool", tool_call_id: id, content: "x" },
		]);
	});
});

describe("parts that a service does not take", () => {
	const picture = { type: "image_url", image_url: { url: "u" } };
	const pdf = {
		type: "file",
		file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${"A".repeat(4000)}` },
	};
	it("say what they were", () => {
		const [message] = messagesOf([user([picture, pdf])], { images: false }) as Json[];
		expect(message?.["content"]).toBe(
			"[An image was here. This model's service takes no images.]\n\n" +
				'[The document "a.pdf" was here (application/pdf, 4 kB). This model\'s service takes no documents of this type: its content is not known.]',
		);
	});

	it("stay where it takes them", () => {
		expect(messagesOf([user([picture, pdf])], { files: true })).toEqual([user([picture, pdf])]);
	});
});

describe("what is known of a target", () => {
	it.each([
		[{ provider: "groq" }, "reasoning"],
		[{ provider: "novita" }, "reasoning_content"],
		[{ provider: "openai" }, "none"],
		[{ provider: "auto" }, undefined],
		[{ provider: "groq", endpointUrl: "https://a.example" }, undefined],
		[{}, undefined],
	])("of %j is %s", (target, field) => {
		expect(findChatForm(target).reasoning).toBe(field);
	});
});

describe("what a refusal teaches", () => {
	const args = {
		messages: [
			answer("a", { reasoning_content: "Hm", tool_calls: [{ id: "x" }] }),
			user([{ type: "image_url" }, { type: "file" }]),
		],
		tools: [{}],
		reasoning_effort: "high",
		metadata: {},
	};
	it.each<[string, ChatForm | undefined, ChatForm?]>([
		["property 'messages.1.reasoning_content' is unsupported", { reasoning: "none" }],
		["Extra inputs are not permitted: reasoning", { reasoning: "none" }],
		[
			"The reasoning_content in the thinking mode must be passed back to the API.",
			{ reasoning: "reasoning_content", needsReasoning: true },
		],
		[
			"thinking is enabled but reasoning_content is missing in assistant tool call message at index 13",
			{ reasoning: "reasoning_content", needsReasoning: true },
		],
		["reasoning_content must be passed back", undefined, { reasoning: "reasoning_content", needsReasoning: true }],
		["Unknown parameter: reasoning_effort", { without: ["reasoning_effort"] }],
		["reasoning effort is not supported", { without: ["top_k", "reasoning_effort"] }, { without: ["top_k"] }],
		["Unrecognized field: metadata", { without: ["metadata"] }],
		["Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.", { callIds: "nine" }],
		["tool_call_id call_1 not found", undefined],
		["This model does not support image input", { images: false }],
		["At most 0 image(s) may be provided", { images: false }],
		["Invalid content type: file", { files: false }, { files: true }],
		["Something else is wrong", undefined],
	])("%s → %j", (message, expected, form = {}) => {
		for (const status of [400, 422])
			expect(learnFromRefusal(refusal(message, status), args, form)?.form).toEqual(expected);
		expect(learnFromRefusal(refusal(message, 500), args, form)).toBeUndefined();
	});

	it("is that schemas must be plain", () => {
		const lesson = learnFromRefusal(refusal("Unsupported JSON schema fields: {'minItems'}"), args, {});
		expect(lesson?.form.schemas).toBe("plain");
		expect(learnFromRefusal(refusal("Invalid schema"), args, lesson?.form ?? {})).toBeUndefined();
	});
});

describe("a conversation of a program", () => {
	const messages = [user("a"), system("kept"), answer("b", { reasoning_content: "Hm" }), user("c")];

	it("is sent once more without reasoning where it is refused, and then without", async () => {
		const sent: unknown[] = [];
		const memory = new Map();
		const told: string[] = [];
		const send = async (args: { messages: Json[] }): Promise<string> => {
			sent.push(args.messages);
			if (args.messages.some((message) => "reasoning" in message)) throw refusal("unknown field reasoning");
			return "ok";
		};
		const args = { provider: "groq", model: "m", messages };
		expect(await sendWithReasoning(args, memory, (notice) => told.push(notice), send)).toBe("ok");
		expect(await sendWithReasoning(args, memory, (notice) => told.push(notice), send)).toBe("ok");
		const without = [user("a"), system("kept"), answer("b"), user("c")];
		expect(sent).toEqual([[user("a"), system("kept"), answer("b", { reasoning: "Hm" }), user("c")], without, without]);
		expect(told).toEqual(["groq refuses the reasoning of earlier answers, which was left out."]);
	});

	it("is not sent again for another refusal", async () => {
		let calls = 0;
		const send = (): Promise<never> => {
			calls++;
			return Promise.reject(refusal("This model does not support image input"));
		};
		const args = { provider: "groq", messages: [user([{ type: "image_url" }])] };
		await expect(sendWithReasoning(args, new Map(), () => undefined, send)).rejects.toThrow();
		expect(calls).toBe(1);
	});
});

import { describe, expect, it } from "vitest";
import { findContextExcess } from "../../src/gateway/context-excess.ts";
import { post } from "./ask.ts";
import { ROLE, scriptedGateway, streamed } from "./upstream.ts";

/** What services say → tokens of the request, of the answer, and of the model. */
const CASES: readonly [
	text: string,
	input?: number | undefined,
	output?: number | undefined,
	maximum?: number | undefined,
][] = [
	[
		"This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion). Please reduce the length of the messages or completion.",
		4500,
		500,
		4097,
	],
	[
		"'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 32768 tokens and your request has 2000 input tokens (32000 > 32768 - 2000).",
		2000,
		32_000,
		32_768,
	],
	[
		"This model's maximum context length is 8192 tokens. However, your messages resulted in 10,411 tokens.",
		10_411,
		undefined,
		8192,
	],
	[
		"This model's maximum context length is 32768 tokens. However, you requested 1000 output tokens and your prompt contains at least 31769 input tokens, for a total of at least 32769 tokens.",
		31_769,
		1000,
		32_768,
	],
	[
		"This model's maximum context length is 4096 tokens. However, your request has 5123 input tokens. Please reduce the length of the input messages.",
		5123,
		undefined,
		4096,
	],
	[
		"This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (139000 of text input, 1000 in the output).",
		139_000,
		1000,
		131_072,
	],
	[
		"Requested token count exceeds the model's maximum context length of 40960 tokens. You requested a total of 41960 tokens: 40000 tokens from the input messages and 1960 tokens for the completion.",
		40_000,
		1960,
		40_960,
	],
	["This model's maximum prompt length is 131072 but the request contains 140000 tokens.", 140_000, undefined, 131_072],
	[
		"Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300015 tokens.",
		300_015,
		undefined,
		272_000,
	],
	["prompt is too long: 210001 tokens > 200000 maximum", 210_001, undefined, 200_000],
	[
		"input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again",
		190_000,
		32_000,
		200_000,
	],
	["The prompt is too long: 140112, model maximum context length: 131071", 140_112, undefined, 131_071],
	[
		"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
		1_200_000,
		undefined,
		1_048_576,
	],
	["prompt token count of 130500 exceeds the limit of 128000", 130_500, undefined, 128_000],
	[
		"Prompt contains 40112 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
		40_112,
		undefined,
		32_768,
	],
	[
		"too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000. Try using a shorter prompt.",
		5000,
		undefined,
		4081,
	],
	[
		"Please reduce the length of the messages or completion. Current length is 9001 while limit is 8192",
		9001,
		undefined,
		8192,
	],
	[
		"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`",
		5000,
		100,
		4096,
	],
	["Input validation error: `inputs` must have less than 512 tokens. Given: 600", 600, undefined, 512],
	["request (6012 tokens) exceeds the available context size (4096 tokens), try increasing it", 6012, undefined, 4096],
	["the request exceeds the available context size. try increasing the context size or enable context shift"],
	["The input (5001 tokens) is longer than the model's context length (4096 tokens).", 5001, undefined, 4096],
	[
		"The decoder prompt (length 5002) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.",
		5002,
		undefined,
		4096,
	],
	["Prompt length (5003) exceeds maximum input length (4096).", 5003, undefined, 4096],
	[
		"Trying to keep the first 5004 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
		5004,
		undefined,
		4096,
	],
	["The number of tokens to keep from the initial prompt is greater than the context length."],
	[
		"The estimated number of input and maximum output tokens (40000) exceeded this model context window limit (32768).",
		40_000,
		undefined,
		32_768,
	],
	["Invalid request: Your request exceeded model token limit: 131072 (requested: 140001)", 140_001, undefined, 131_072],
	["Range of input length should be [1, 98304]", undefined, undefined, 98_304],
	["Your input exceeds the context window of this model. Please adjust your input and try again."],
	["the input length exceeds the context length"],
	["prompt too long; exceeded max context length by 523 tokens"],
	["Input is too long for requested model."],
	["context window exceeds limit (2013)"],
	["Prompt exceeds max length"],
	["Please reduce the length of the messages or completion."],
];

/** Other refusals. */
const OTHERS = [
	"max_tokens must be less than or equal to 8192",
	"`max_new_tokens` must be <= 512. Given: 1024",
	"Invalid value for temperature: 3 > 2 maximum",
	"The image is too long: 9000 > 8000 pixels",
	"Model not found",
	"Rate limit reached: Limit 6000, Requested 9000",
];

it.each(CASES)("a context that is exceeded is recognized: %s", (text, input, output, maximum) => {
	const known = { input, output, maximum };
	expect(findContextExcess(400, text, {})).toEqual(known);
	expect(findContextExcess(422, `groq: ${text.toUpperCase()}`, {})).toEqual(known);
	expect(findContextExcess(429, text, {})).toBeUndefined();
});

it.each(OTHERS)("another refusal is none: %s", (text) => {
	expect(findContextExcess(400, text, { error: { message: text, code: 400 } })).toBeUndefined();
});

it("numbers beside the text count", () => {
	const error = {
		code: 400,
		message: "too big",
		type: "exceed_context_size_error",
		n_prompt_tokens: 6000,
		n_ctx: 4096,
	};
	expect(findContextExcess(400, "too big", { error })).toEqual({ input: 6000, output: undefined, maximum: 4096 });
});

describe.each([
	["whole", 400, false],
	["whole", 422, false],
	["whole", 500, true],
	["streamed", 400, true],
	["in the stream", 200, true],
])("a %s refusal with %i", (kind, status, stream) => {
	const message = "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.";
	const answer =
		kind === "in the stream"
			? streamed(`${ROLE}data: ${JSON.stringify({ error: { message, code: 400 } })}\n\n`)
			: { status, body: { error: { message } } };
	const ask = async (path: string, body: object) => {
		const { gateway, asked } = await scriptedGateway({ groq: [answer], together: [answer] });
		const response = await post(gateway, path, { model: "model", stream, ...body });
		expect([asked("groq").length, asked("together").length]).toEqual([1, 0]);
		expect(response.status).toBe(400);
		return await response.json();
	};

	it("is said as Anthropic's agents know it", async () => {
		const answered = await ask("/v1/messages", { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] });
		const error = { type: "invalid_request_error", message: "prompt is too long: 5000 tokens > 4096 maximum" };
		expect(answered).toMatchObject({ type: "error", error });
	});

	it.each([
		["/v1/chat/completions", { messages: [{ role: "user", content: "Hi" }] }],
		["/v1/responses", { input: "Hi" }],
	])("has OpenAI's code at %s", async (path, body) => {
		const error = { type: "invalid_request_error", code: "context_length_exceeded", message };
		expect(await ask(path, body)).toMatchObject({ error });
	});
});

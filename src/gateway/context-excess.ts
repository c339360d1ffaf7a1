import { getPath, readMember } from "../base/json.ts";

/** A request that does not fit the context of its model; in tokens, as far as the service reports it. */
export interface ContextExcess {
	/** Tokens of the request. */
	input?: number | undefined;
	/** Tokens that it reserves for the answer. */
	output?: number | undefined;
	/** Tokens that the model takes. */
	maximum?: number | undefined;
}

const CODES: ReadonlySet<unknown> = new Set([
	"context_length_exceeded",
	"context_window_exceeded",
	"exceed_context_size_error",
	"model_max_prompt_tokens_exceeded",
]);

/** How services say that a request is too long. `N` is a number; `total` counts the reserved answer too. */
const PATTERNS: readonly RegExp[] = [
	// OpenAI, vLLM, DeepSeek, SambaNova, OpenRouter, SGLang, xAI
	/maximum (?:context|prompt|model) length (?:is|of) (?<maximum>N)(?: tokens?)?.*?(?:total of(?: at least)?|requested(?: about)?|resulted in|contains(?: at least)?|request has) (?<total>N)/,
	/exceed the configured limit of (?<maximum>N) tokens.*?resulted in (?<total>N)/,
	// Anthropic
	/input length and `?max_tokens`? exceed context limit: (?<input>N) \+ (?<output>N) > (?<maximum>N)/,
	/(?:prompt|input) is too long:? (?<total>N)(?: tokens)? > (?<maximum>N)/,
	// Fireworks
	/(?:prompt|input) is too long:? (?<total>N), .*?context length:? (?<maximum>N)/,
	// Google
	/token count \(?(?<total>N)\)? exceeds the maximum number of (?:input )?tokens allowed \(?(?<maximum>N)/,
	// GitHub
	/token count of (?<total>N) exceeds the limit of (?<maximum>N)/,
	// Mistral
	/prompt contains (?<total>N) tokens.*?too large for model with (?<maximum>N)/,
	// Cohere
	/prompt cannot exceed (?<maximum>N)(?: tokens)? ?- received (?<total>N)/,
	// Cerebras
	/current length is (?<total>N) while limit is (?<maximum>N)/,
	// Text Generation Inference, Together, Text Embeddings Inference
	/`inputs`[^.]*?(?:must be <=|must have less than) (?<maximum>N)(?: tokens)?\. given: (?<input>N)(?: `inputs` tokens and (?<output>N))?/,
	// llama.cpp
	/request \((?<total>N) tokens\) exceeds the available context size \((?<maximum>N)/,
	// SGLang
	/input \((?<total>N) tokens\) is longer than the model'?s context length \((?<maximum>N)/,
	// vLLM, TensorRT-LLM
	/(?:prompt|input) \(?(?:length )?\(?(?<total>N)(?: tokens)?\)? (?:is longer than|exceeds) (?:the )?maximum (?:model |input |context )?length (?:of )?\(?(?<maximum>N)/,
	// LM Studio
	/keep the first (?<total>N) tokens when .*?context length of only (?<maximum>N)/,
	// Cloudflare
	/tokens \((?<total>N)\) exceeded this model context window limit \((?<maximum>N)/,
	// Moonshot
	/exceeded model token limit: (?<maximum>N)(?: \(requested: (?<total>N))?/,
	// Alibaba
	/range of input length should be \[N, (?<maximum>N)\]/,
	// Without numbers: OpenAI, Ollama, llama.cpp, LM Studio, Bedrock, MiniMax, Z.ai
	/exceeds? the (?:context window|available context size|maximum context length)/,
	/(?:prompt|input)(?: length)?(?: is)? (?:too long|exceeds|longer than)[;:]?(?: exceeded)?(?: the)?(?: model's?)?(?: max(?:imum)?)? context (?:length|window)/,
	/number of tokens to keep from the initial prompt is greater than the context length/,
	/input is too long for (?:the )?requested model/,
	/context window exceeds limit/,
	/prompt exceeds max(?:imum)? length/,
	/(?:prompt|input) is too long\b/,
	/reduce the length of the messages/,
].map(({ source }) => new RegExp(source.replaceAll("N", "\\d[\\d,]{0,15}"), "is"));

/** The parts of a sum, where the text names them. */
const INPUT = /(\d[\d,]{0,15}) (?:in the messages|of text input|input tokens|tokens from the input)/i;
const OUTPUT =
	/(\d[\d,]{0,15}) (?:in the completion|in the output|output tokens|tokens for the completion)|tokens'? is too large: (\d[\d,]{0,15})/i;

/** Statuses of services that refuse a request, or fail at it; 429 is about a rate. */
const STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);
/** Longer texts are not error messages. */
const MAX_TEXT = 4000;

/**
 * Finds in an error of a service that its request was too long for the model.
 * @param text its message
 * @param body its JSON
 * @returns undefined for another error
 */
export function findContextExcess(status: number, text: string, body: unknown): ContextExcess | undefined {
	if (!STATUSES.has(status)) return undefined;
	const sentence = text.slice(0, MAX_TEXT);
	const match = PATTERNS.map((pattern) => pattern.exec(sentence)).find((found) => found !== null);
	const error = readMember(body, "error");
	const isCoded = [readMember(error, "code"), readMember(error, "type"), readMember(body, "code")].some((code) =>
		CODES.has(code),
	);
	if (!match && !isCoded) return undefined;
	const { total, input, output, maximum } = match?.groups ?? {};
	const [, reservedFirst, reservedLast] = OUTPUT.exec(sentence) ?? [];
	const reserved = readNumber(output ?? reservedFirst ?? reservedLast);
	const all = readNumber(total);
	const rest = all !== undefined && reserved !== undefined && all > reserved ? all - reserved : all;
	return {
		input: readNumber(input ?? INPUT.exec(sentence)?.[1]) ?? readCount(getPath(error, "n_prompt_tokens")) ?? rest,
		output: reserved,
		maximum: readNumber(maximum) ?? readCount(getPath(error, "n_ctx")),
	};
}

function readNumber(text: string | undefined): number | undefined {
	return text === undefined ? undefined : readCount(Number(text.replaceAll(",", "")));
}

function readCount(value: unknown): number | undefined {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Anthropic's message for it: its agents compact a conversation when they read these words. */
export function describeContextExcess({ input, output, maximum }: ContextExcess, detail: string): string {
	if (input === undefined || maximum === undefined) return `prompt is too long: ${detail}`;
	if (output !== undefined && input < maximum) {
		const sum = `${input} + ${output} > ${maximum}`;
		return `input length and \`max_tokens\` exceed context limit: ${sum}, decrease input length or \`max_tokens\` and try again`;
	}
	return `prompt is too long: ${Math.max(input, maximum + 1)} tokens > ${maximum} maximum`;
}

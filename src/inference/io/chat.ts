import type { Extensible } from "./definitions.ts";

/** Kind of a message part. */
export type ChatCompletionInputMessageChunkType = "text" | "image_url";

/** URL of an image, or a data URL. */
export interface ChatCompletionInputUrl extends Extensible {
	/** URL of the image; a `data:` URL contains it. */
	url: string;
}

/** One part of a message: a text, or an image. */
export interface ChatCompletionInputMessageChunk extends Extensible {
	type: ChatCompletionInputMessageChunkType;
	/** Set in a `text` part. */
	text?: string;
	/** Set in an `image_url` part. */
	image_url?: ChatCompletionInputUrl;
}

/** A function the model may call. */
export interface ChatCompletionInputFunctionDefinition extends Extensible {
	name: string;
	/** What it does, as an explanation for the model. */
	description?: string | null;
	/** JSON Schema of the arguments. */
	parameters?: unknown;
}

/** A tool that the model may call. */
export interface ChatCompletionInputTool extends Extensible {
	/** `function`. */
	type: string;
	function: ChatCompletionInputFunctionDefinition;
}

/** A call the model made earlier in the conversation. */
export interface ChatCompletionInputToolCall extends ChatCompletionInputTool {
	id: string;
}

/** A message of a conversation. */
export interface ChatCompletionInputMessage extends Extensible {
	/** `system`, `user`, `assistant` or `tool`. */
	role: string;
	/** A string, or a list of texts and images; may be missing if there are `tool_calls`. */
	content?: string | ChatCompletionInputMessageChunk[];
	/** Tells speakers of the same role apart. */
	name?: string | null;
	tool_calls?: ChatCompletionInputToolCall[];
}

/** A JSON schema that the answer has to follow. */
export interface ChatCompletionInputJsonSchemaConfig extends Extensible {
	name: string;
	description?: string | null;
	schema?: Record<string, unknown> | null;
	/** Whether the answer has to follow the schema exactly. */
	strict?: boolean | null;
}

/** Format of the answer: free text, any JSON object, or JSON that follows a schema. */
export type ChatCompletionInputGrammarType =
	| { type: "text"; [property: string]: unknown }
	| { type: "json_object"; [property: string]: unknown }
	| { type: "json_schema"; json_schema: ChatCompletionInputJsonSchemaConfig; [property: string]: unknown };

/** What a stream contains besides tokens. */
export interface ChatCompletionInputStreamOptions extends Extensible {
	/** Sends the number of tokens in an extra last chunk. */
	include_usage?: boolean;
}

/** The function that the model has to call. */
export interface ChatCompletionInputFunctionName extends Extensible {
	name: string;
}

/** Whether the model calls a tool, or which one. */
export type ChatCompletionInputToolChoice =
	| "auto"
	| "none"
	| "required"
	| { function: ChatCompletionInputFunctionName; [property: string]: unknown };

/** Input of a chat. */
export interface ChatCompletionInput extends Extensible {
	/** The conversation so far, oldest first. */
	messages: ChatCompletionInputMessage[];
	/** Id of the model on Hugging Face. */
	model?: string;
	/** From -2 to 2: lowers the odds of a token the more often it has occurred. */
	frequency_penalty?: number | null;
	/** Bias added to the odds of individual tokens. */
	logit_bias?: number[] | null;
	/** Also returns each token's log probability. */
	logprobs?: boolean | null;
	/** Maximum number of tokens to generate. Default: 1024. */
	max_tokens?: number | null;
	/** Number of answers to generate. */
	n?: number | null;
	/** From -2 to 2: lowers the odds of a token that has occurred at all. */
	presence_penalty?: number | null;
	/** How much to think before answering; the values depend on the model, often `low`, `medium`, `high`. */
	reasoning_effort?: string | null;
	/** Format that the answer must follow. Default: free text. */
	response_format?: ChatCompletionInputGrammarType | null;
	/** The same seed gives the same answer, as far as the provider allows. */
	seed?: number | null;
	/** Strings that end the answer. */
	stop?: string[] | null;
	/** Set by the function: `chatCompletionStream` streams, `chatCompletion` does not. */
	stream?: boolean;
	/** What a stream contains besides tokens. */
	stream_options?: ChatCompletionInputStreamOptions | null;
	/** Randomness, from 0 (predictable) to 2 (erratic). */
	temperature?: number | null;
	/** Whether the model calls a tool, or which one. Default: `auto`. */
	tool_choice?: ChatCompletionInputToolChoice | null;
	/** Text put before the descriptions of the tools. */
	tool_prompt?: string | null;
	/** The tools that the model may call. */
	tools?: ChatCompletionInputTool[] | null;
	/** From 0 to 20: also returns this many of the most likely tokens at each position; needs `logprobs`. */
	top_logprobs?: number | null;
	/** Samples from the most likely tokens whose probabilities add up to this value. */
	top_p?: number | null;
}

/** A token and its log probability. */
export interface ChatCompletionOutputTopLogprob extends Extensible {
	token: string;
	/** Natural logarithm of the token's probability. */
	logprob: number;
}

/** A token, its log probability, and the most likely alternatives. */
export interface ChatCompletionOutputLogprob extends ChatCompletionOutputTopLogprob {
	/** The most likely tokens at this position. */
	top_logprobs: ChatCompletionOutputTopLogprob[];
}

/** Log probabilities of the tokens of an answer. */
export interface ChatCompletionOutputLogprobs extends Extensible {
	content: ChatCompletionOutputLogprob[];
}

/** The function that the model calls, with its arguments. */
export interface ChatCompletionOutputFunctionDefinition extends Extensible {
	name: string;
	/** JSON as the model wrote it, which may be invalid. */
	arguments: string;
	description?: string | null;
}

interface ToolCall<Definition> extends Extensible {
	id: string;
	/** `function`. */
	type: string;
	function: Definition;
}

/** A tool call that the model requests. */
export interface ChatCompletionOutputToolCall extends ToolCall<ChatCompletionOutputFunctionDefinition> {}

interface Message<Call> extends Extensible {
	role: string;
	/** May be missing if there are `tool_calls`. */
	content?: string;
	tool_call_id?: string | null;
	tool_calls?: Call[];
}

/** The message that the model answers with. */
export interface ChatCompletionOutputMessage extends Message<ChatCompletionOutputToolCall> {}

/** One answer. */
export interface ChatCompletionOutputComplete extends Extensible {
	index: number;
	message: ChatCompletionOutputMessage;
	/** Why the answer ended, such as `stop`, `length` or `tool_calls`. */
	finish_reason: string;
	logprobs?: ChatCompletionOutputLogprobs | null;
}

/** Number of tokens. */
export interface ChatCompletionOutputUsage extends Extensible {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
}

interface ChatOutputBase<Choice> extends Extensible {
	id: string;
	/** Seconds since 1970. */
	created: number;
	model: string;
	system_fingerprint: string;
	/** Empty in the last chunk of a stream when `include_usage` was set. */
	choices: Choice[];
}

/** Output of a chat. */
export interface ChatCompletionOutput extends ChatOutputBase<ChatCompletionOutputComplete> {
	usage: ChatCompletionOutputUsage;
}

/** Part of the function that the model calls; the arguments arrive in pieces. */
export interface ChatCompletionStreamOutputFunction extends Extensible {
	name?: string | null;
	/** The next part of the JSON text. */
	arguments: string;
}

/** A piece of a tool call; `index` is the call that it continues. */
export interface ChatCompletionStreamOutputDeltaToolCall extends ToolCall<ChatCompletionStreamOutputFunction> {
	index: number;
}

/** What a chunk adds to the answer. */
export interface ChatCompletionStreamOutputDelta extends Message<ChatCompletionStreamOutputDeltaToolCall> {}

/** A token and its log probability. */
export interface ChatCompletionStreamOutputTopLogprob extends ChatCompletionOutputTopLogprob {}
/** A token, its log probability, and the most likely alternatives. */
export interface ChatCompletionStreamOutputLogprob extends ChatCompletionOutputLogprob {}
/** Log probabilities of the tokens of a chunk. */
export interface ChatCompletionStreamOutputLogprobs extends ChatCompletionOutputLogprobs {}
export interface ChatCompletionStreamOutputUsage extends ChatCompletionOutputUsage {}

/** One choice of a chunk of a streamed answer. */
export interface ChatCompletionStreamOutputChoice extends Extensible {
	index: number;
	delta: ChatCompletionStreamOutputDelta;
	/** Only in the last chunk. */
	finish_reason?: string | null;
	logprobs?: ChatCompletionStreamOutputLogprobs | null;
}

/** One chunk of a streamed answer. */
export interface ChatCompletionStreamOutput extends ChatOutputBase<ChatCompletionStreamOutputChoice> {
	usage?: ChatCompletionStreamOutputUsage | null;
}

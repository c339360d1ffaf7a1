import { isRecord } from "../../json.ts";
import type { ChatCompletionOutput } from "../io/chat.ts";
import type { Call, TaskAdapter } from "../types.ts";
import { isNumber, isString, malformed, optional, record } from "./shape.ts";

const isCompletion = record({
	choices: Array.isArray,
	created: isNumber,
	id: isString,
	model: isString,
	system_fingerprint: optional(isString),
	usage: (value) => value === null || isRecord(value),
});

interface ChatOptions {
	/** Default `v1/chat/completions`. */
	route?: string;
	/** Default: the arguments with the model. */
	payload?: (call: Call) => object;
}

/** Chat as OpenAI defined it. */
export function chat({
	route = "v1/chat/completions",
	payload = chatPayload,
}: ChatOptions = {}): TaskAdapter<ChatCompletionOutput> {
	return {
		route: () => route,
		payload,
		parse: ({ data }) => {
			if (!isCompletion(data)) throw malformed("Expected ChatCompletionOutput");
			return data as ChatCompletionOutput;
		},
	};
}

/** The model comes first, so that a gateway can route a large body before it has read the messages. */
export function chatPayload({ args, model }: Call): Record<string, unknown> {
	return { model, ...args };
}

/** Returns the JSON schema that the caller asked for. */
export function findAnswerSchema({ args }: Call): Record<string, unknown> | undefined {
	const format = args["response_format"];
	if (!isRecord(format) || format["type"] !== "json_schema" || !isRecord(format["json_schema"])) return undefined;
	return format["json_schema"];
}

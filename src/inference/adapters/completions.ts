import { getPath } from "../../base/json.ts";
import { getInOrder } from "../../http/list-order.ts";
import type { TextGenerationOutput } from "../io/text.ts";
import type { Call, TaskAdapter } from "../types.ts";
import { completionParameters, omit, rest } from "./payload.ts";
import { isString, malformed } from "./shape.ts";

interface CompletionsOptions {
	route?: string;
	/** Default: the parameters next to the prompt, without duplicates. */
	payload?: (call: Call) => object;
	/** Reads the response. Default: the text of the first choice, if the response names the model. */
	read?: Read;
}

/** Finds the text in a response; undefined if there is none. */
type Read = (data: unknown) => TextGenerationOutput | undefined;

/** Text completion as defined by OpenAI. `error` is for responses of another shape. */
export function completions(error: string, options: CompletionsOptions = {}): TaskAdapter<TextGenerationOutput> {
	const { route = "v1/completions", payload = completionPayload, read = withModel(readCompletion) } = options;
	return { route: () => route, payload, parse: ({ data }) => checked(read(data), error, data) };
}

/** Completion through a service's chat: the prompt is the only message. */
export function completionAsChat(
	error: string,
	{ route }: Pick<TaskAdapter, "route">,
	read: Read = (data) => readMessage(data) ?? readGenerated(data),
): TaskAdapter<TextGenerationOutput> {
	const payload = ({ args, model }: Call): object => ({
		messages: [{ content: args.inputs, role: "user" }],
		...completionParameters(args),
		...rest(args),
		model,
	});
	return { ...completions(error, { payload, read }), route };
}

/** `{model, …, prompt}`, with the parameters next to the prompt. */
export function completionPayload({ args, model }: Call): Record<string, unknown> {
	return { model, ...rest(args), ...completionParameters(args), prompt: args.inputs };
}

/**
 * As the reference sends it, with `inputs` and `parameters`, and the parameters again under the names of the service,
 * where these are free.
 */
export function nestedCompletionPayload({ args, model }: Call): Record<string, unknown> {
	return { model, ...omit(completionParameters(args), "model"), ...args, prompt: args.inputs };
}

export function withModel(read: Read): Read {
	return (data) => (isString(getPath(data, "model")) ? read(data) : undefined);
}

const readText =
	(...path: string[]): Read =>
	(data) => {
		const text = getInOrder(data, "choices", 0, ...path);
		return isString(text) ? { generated_text: text } : undefined;
	};

export const readCompletion = readText("text");
export const readMessage = readText("message", "content");

/** Reads `{generated_text}`, alone or first in a list. */
export function readGenerated(data: unknown): TextGenerationOutput | undefined {
	const items: unknown[] = Array.isArray(data) ? data : [data];
	const isGenerated = items.length > 0 && items.every((item) => isString(getPath(item, "generated_text")));
	return isGenerated ? (items[0] as TextGenerationOutput) : undefined;
}

/** @throws ProviderOutputError if there is no output */
export function checked(output: TextGenerationOutput | undefined, error: string, data: unknown): TextGenerationOutput {
	if (!output) throw malformed(error, data);
	return output;
}

import { hasFields, isListOf } from "../../base/check-fields.ts";
import { getPath } from "../../base/json.ts";
import { InferenceClientProviderApiError } from "../../errors.ts";
import { inOrder } from "../../http/list-order.ts";
import type { FeatureExtractionOutput } from "../io.ts";
import type { Args, Call, TaskAdapter } from "../types.ts";
import { countInputs, flat } from "./payload.ts";
import { isString, malformed, numberLists } from "./shape.ts";

interface EmbeddingsOptions {
	route?: string;
	/** Default: the text as `input`, with the other arguments. */
	payload?: (call: Call) => object;
}

/** Embeddings as OpenAI defined them. `error` is for responses of another shape. */
export function embeddings(error: string, options: EmbeddingsOptions = {}): TaskAdapter<FeatureExtractionOutput> {
	const { route = "v1/embeddings", payload = embeddingsPayload } = options;
	return {
		route: () => route,
		payload,
		inParts: sendInParts,
		// All servers take 32 texts.
		group: { maxInputs: 32, split: (output) => (output as unknown[]).map((vector) => [vector]) },
		parse: ({ call, data }) => {
			const isBase64 = flat(call.args)["encoding_format"] === "base64";
			// Models that return a vector for each token return lists of vectors.
			const embedding = (value: unknown) => numberLists(2)(value) || (isBase64 && isString(value));
			const items = getPath(data, "data");
			if (!isListOf(hasFields({ embedding }))(items)) throw malformed(error, data);
			const { inputs, data: raw } = call.args;
			// One of the caller's arguments may override them.
			const isSent = !raw && getPath(payload(call), "input") === inputs;
			const rules = { name: "data", count: isSent ? countInputs(inputs) : undefined };
			return inOrder(items as { embedding: number[] }[], rules).map(({ embedding }) => embedding);
		},
	};
}

function embeddingsPayload({ args, model }: Call): object {
	return { ...flat(args), input: args.inputs, model };
}

/** Statuses with which services refuse a request that is too large. */
const TOO_LONG: readonly number[] = [400, 413, 422];

/**
 * Sends a list of inputs in as few requests as possible: all at once and, if the service refuses the length of the list,
 * in parts of the length that it names, or of half the length. The results are joined in order.
 *
 * @throws what `send` throws for any other reason, or if a single input is refused
 */
export async function sendInParts(args: Args, send: (args: Args) => Promise<unknown>): Promise<unknown> {
	const { inputs } = args;
	if (!Array.isArray(inputs) || inputs.length < 2) return await send(args);
	const results: unknown[] = [];
	let most = inputs.length;
	for (let start = 0; start < inputs.length; ) {
		const part: unknown[] = inputs.slice(start, start + most);
		try {
			if (part.length === inputs.length) return await send(args);
			// The adapter has checked that a list has a result for each; some services return the bare vector for a list of one.
			const output = (await send({ ...args, inputs: part })) as unknown[];
			results.push(...(numberLists(1)(output) ? [output] : output));
			start += part.length;
		} catch (error) {
			const fewer = readMostInputs(error, part.length);
			if (fewer === undefined) throw error;
			most = fewer;
		}
	}
	return results;
}

/** Returns how many inputs the service takes if it refused a list because of its length. */
function readMostInputs(error: unknown, sent: number): number | undefined {
	if (!(error instanceof InferenceClientProviderApiError) || sent < 2) return undefined;
	if (!TOO_LONG.includes(error.httpResponse.status)) return undefined;
	// "batch size 100 > maximum allowed batch size 32", "should have at most 96 items", "maximum length 2048".
	const named = [...error.message.matchAll(/(?:at most|maximum|max|up to|limit)\b[^\d"']{0,40}(\d[\d,_]*)/gi)]
		.map(([, digits = ""]) => Number(digits.replace(/[,_]/g, "")))
		.find((count) => count > 0 && count < sent);
	const isAboutLists = /batch|items?\b|inputs?\b|texts?\b|strings?\b|array|list|length/i.test(error.message);
	if (named !== undefined && isAboutLists && !/token|character/i.test(error.message)) return named;
	return error.httpResponse.status === 413 ? Math.ceil(sent / 2) : undefined;
}

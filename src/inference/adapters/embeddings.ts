import { getPath } from "../../base/json.ts";
import type { FeatureExtractionOutput } from "../io.ts";
import type { Call, TaskAdapter } from "../types.ts";
import { sendInParts } from "./in-parts.ts";
import { flat } from "./payload.ts";
import { isString, listOf, malformed, numberLists, record, type Shape } from "./shape.ts";

interface EmbeddingsOptions {
	/** Default `v1/embeddings`. */
	route?: string;
	/** Most texts of a call; default 32, which all servers take. */
	most?: number;
	/** Default: the text as `input`, with the other arguments. */
	payload?: (call: Call) => object;
}

/**
 * Embeddings as OpenAI defined them.
 * @param error text of the error for a response of another shape
 */
export function embeddings(error: string, options: EmbeddingsOptions = {}): TaskAdapter<FeatureExtractionOutput> {
	const { route = "v1/embeddings", most = 32, payload = embeddingsPayload } = options;
	return {
		route: () => route,
		payload,
		inParts: sendInParts,
		group: { most, split: (output) => (output as unknown[]).map((vector) => [vector]) },
		parse: ({ call, data }) => {
			const isBase64 = flat(call.args)["encoding_format"] === "base64";
			// Models that return a vector for each token return lists of vectors.
			const embedding: Shape = (value) => numberLists(2)(value) || (isBase64 && isString(value));
			const items = getPath(data, "data");
			if (!listOf(record({ embedding }))(items)) throw malformed(error, data);
			return (items as { embedding: number[] }[]).map(({ embedding }) => embedding);
		},
	};
}

function embeddingsPayload({ args, model }: Call): Record<string, unknown> {
	return { ...flat(args), input: args.inputs, model };
}

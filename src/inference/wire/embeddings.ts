import type { FeatureExtractionOutput } from "../io.ts";
import type { Call, Wire } from "../types.ts";
import { flat } from "./payload.ts";
import { at, isNumber, isString, listOf, malformed, record } from "./shape.ts";

interface EmbeddingsOptions {
	/** Default `v1/embeddings`. */
	route?: string;
	/** Default: the text as `input`, everything else beside it. */
	payload?: (call: Call) => object;
}

// With `encoding_format: "base64"` an embedding is a text.
const isEmbeddings = listOf(record({ embedding: (value) => listOf(isNumber)(value) || isString(value) }));

/**
 * Embeddings as OpenAI defined them.
 * @param error text of the error for an answer of another shape
 */
export function embeddings(error: string, options: EmbeddingsOptions = {}): Wire<FeatureExtractionOutput> {
	const { route = "v1/embeddings", payload = embeddingsPayload } = options;
	return {
		route: () => route,
		payload,
		parse: ({ data }) => {
			const items = at(data, "data");
			if (!isEmbeddings(items)) throw malformed(error, data);
			return (items as { embedding: number[] }[]).map(({ embedding }) => embedding);
		},
	};
}

function embeddingsPayload({ args, model }: Call): Record<string, unknown> {
	return { ...flat(args), input: args.inputs, model };
}

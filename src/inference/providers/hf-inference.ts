import type { TextGenerationOutput } from "../io/text-generation.ts";
import type { FeatureVectors } from "../io.ts";
import type { Call, InferenceTask, Provider, Wire } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { isNumber, malformed, type Shape, unchecked } from "../wire/shape.ts";
import { readCompletion, readGenerated } from "../wire/text.ts";

const MALFORMED = "Received malformed response from HF-Inference";

/** The hub's own inference service: one address a model, and each task's own body and answer. */
export const hfInference = {
	id: "hf-inference",
	label: "HF Inference",
	hubOrg: "hf-inference",
	baseUrl: "https://router.huggingface.co/hf-inference",
	routed: "always",
	tasks: {
		conversational: { ...chat(), route: chatRoute, parse: unchecked },
		"text-generation": own<TextGenerationOutput>(modelRoute, ({ data }) => {
			const output = readGenerated(data) ?? readCompletion(data);
			if (!output) throw malformed(`${MALFORMED} text generation API: expected Array<{generated_text: string}>`);
			return output;
		}),
		"feature-extraction": own<FeatureVectors>(pipelineRoute("feature-extraction"), ({ data }) => {
			if (!Array.isArray(data) || !isNested(4)(data)) {
				throw malformed(
					`${MALFORMED} feature-extraction API: expected Array<number[][][] | number[][] | number[] | number>`,
				);
			}
			return data as FeatureVectors;
		}),
	},
} as const satisfies Provider;

/** For requests without a task: anything goes, both ways. */
export const anyTask: Wire = own(modelRoute, unchecked);

function own<Output>(route: Wire["route"], parse: Wire<Output>["parse"]): Wire<Output> {
	return { route, payload: ({ args }) => args, parse };
}

function modelRoute({ endpoint, model }: Call): string {
	return endpoint ?? `models/${model}`;
}

function pipelineRoute(task: InferenceTask): Wire["route"] {
	return ({ endpoint, model }) => endpoint ?? `models/${model}/pipeline/${task}`;
}

/** An endpoint may be given with or without the path that makes it a chat. */
function chatRoute({ endpoint, model }: Call): string {
	if (endpoint === undefined) return `models/${model}/v1/chat/completions`;
	const [address = "", query] = splitOnce(endpoint.trim(), "?");
	const base = address.replace(/\/+$/, "");
	const path = base.endsWith("/chat/completions")
		? ""
		: base.endsWith("/v1")
			? "/chat/completions"
			: "/v1/chat/completions";
	return base + path + (query === undefined ? "" : `?${query}`);
}

function splitOnce(text: string, separator: string): [string, string?] {
	const index = text.indexOf(separator);
	return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** A number, or lists of numbers nested so deep at most. */
function isNested(depth: number): Shape {
	return (value) => isNumber(value) || (depth > 0 && Array.isArray(value) && value.every(isNested(depth - 1)));
}

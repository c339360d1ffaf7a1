import { getPath, isRecord } from "../../../base/json.ts";
import { chat } from "../../adapters/chat.ts";
import { malformed } from "../../adapters/shape.ts";
import type { TaskTypes } from "../../io.ts";
import type { Provider } from "../../types.ts";

export const hfInference = {
	id: "hf-inference",
	label: "HF Inference",
	hubOrg: "hf-inference",
	baseUrl: "https://router.huggingface.co/hf-inference",
	routed: "always",
	tasks: {
		conversational: {
			...chat(),
			route: ({ endpoint, model }) => openAiRoute("chat/completions", endpoint, model),
			// Other servers omit members that the responses of providers must have.
			parse: ({ data }) => {
				if (!isRecord(getPath(data, "choices", 0))) throw malformed("Expected ChatCompletionOutput");
				return data as TaskTypes["conversational"]["output"];
			},
		},
	},
} as const satisfies Provider;

/** An endpoint may be given with or without the path that OpenAI's clients add. */
export function openAiRoute(path: string, endpoint: string | undefined, model: string): string {
	if (endpoint === undefined) return `models/${model}/v1/${path}`;
	const [url = "", query] = splitOnce(endpoint.trim(), "?");
	const base = url.replace(/\/+$/, "");
	const rest = base.endsWith(`/${path}`) ? "" : /\/v\d+$/.test(base) ? `/${path}` : `/v1/${path}`;
	return base + rest + (query === undefined ? "" : `?${query}`);
}

function splitOnce(text: string, separator: string): [string, string?] {
	const index = text.indexOf(separator);
	return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

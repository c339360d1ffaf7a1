import { chat } from "../adapters/chat.ts";
import { completions, nestedCompletionPayload, readCompletion } from "../adapters/completions.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";

export const scaleway = {
	id: "scaleway",
	label: "Scaleway",
	hubOrg: "scaleway",
	baseUrl: "https://api.scaleway.ai",
	tasks: {
		conversational: chat(),
		"text-generation": completions(received("Scaleway text generation API"), {
			payload: nestedCompletionPayload,
			read: readCompletion,
		}),
		"feature-extraction": embeddings(received("Scaleway feature-extraction (embeddings) API")),
	},
} as const satisfies Provider;

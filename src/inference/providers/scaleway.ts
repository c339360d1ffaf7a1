import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { embeddings } from "../wire/embeddings.ts";
import { received } from "../wire/shape.ts";
import { completions, nestedCompletionPayload, readCompletion } from "../wire/text.ts";

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

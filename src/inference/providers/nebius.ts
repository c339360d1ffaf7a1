import { completions, nestedCompletionPayload, readCompletion } from "../adapters/completions.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { findImage, imageGenerations, responseFormat } from "../adapters/image.ts";
import { promptPayload } from "../adapters/payload.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";
import { nebius as base } from "./chat/nebius.ts";

export const nebius = {
	...base,
	tasks: {
		"text-to-image": imageGenerations(
			received("Nebius text-to-image API"),
			(call) => ({
				...promptPayload(call),
				response_format: responseFormat(call, "b64_json"),
				model: call.model,
			}),
			{ find: findImage },
		),
		conversational: base.tasks.conversational,
		"text-generation": completions(received("Nebius text generation API"), {
			payload: nestedCompletionPayload,
			read: readCompletion,
		}),
		"feature-extraction": embeddings(received("Nebius feature-extraction (embeddings) API")),
	},
} as const satisfies Provider;

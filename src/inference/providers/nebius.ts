import { chat, chatPayload, findAnswerSchema } from "../adapters/chat.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { findImage, imageGenerations, promptPayload, responseFormat } from "../adapters/image.ts";
import { received } from "../adapters/shape.ts";
import { completions, nestedCompletionPayload, readCompletion } from "../adapters/text.ts";
import type { Provider } from "../types.ts";

export const nebius = {
	id: "nebius",
	label: "Nebius",
	hubOrg: "nebius",
	baseUrl: "https://api.studio.nebius.ai",
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
		conversational: chat({
			// The service follows a schema only under a name of its own.
			payload: (call) => {
				const schema = findAnswerSchema(call)?.["schema"];
				return { ...chatPayload(call), ...(schema ? { guided_json: schema } : {}) };
			},
		}),
		"text-generation": completions(received("Nebius text generation API"), {
			payload: nestedCompletionPayload,
			read: readCompletion,
		}),
		"feature-extraction": embeddings(received("Nebius feature-extraction (embeddings) API")),
	},
} as const satisfies Provider;

import { chat } from "../adapters/chat.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";

export const sambanova = {
	id: "sambanova",
	label: "SambaNova",
	hubOrg: "sambanovasystems",
	baseUrl: "https://api.sambanova.ai",
	tasks: {
		conversational: chat({
			// The service refuses `strict: true`.
			withSchema: (format) => ({
				response_format: { ...format, json_schema: { ...format.json_schema, strict: false } },
			}),
		}),
		"feature-extraction": embeddings(received("Sambanova feature-extraction (embeddings) API"), {
			payload: ({ args, model }) => ({ model, input: args.inputs, ...args }),
		}),
	},
} as const satisfies Provider;

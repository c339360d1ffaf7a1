import { chat, chatPayload, findAnswerSchema } from "../adapters/chat.ts";
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
			payload: (call) => {
				const schema = findAnswerSchema(call);
				if (!schema) return chatPayload(call);
				const format = call.args["response_format"] as Record<string, unknown>;
				return { ...chatPayload(call), response_format: { ...format, json_schema: { ...schema, strict: false } } };
			},
		}),
		"feature-extraction": embeddings(received("Sambanova feature-extraction (embeddings) API"), {
			payload: ({ args, model }) => ({ model, input: args.inputs, ...args }),
		}),
	},
} as const satisfies Provider;

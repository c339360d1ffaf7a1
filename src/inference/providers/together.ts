import type { TextGenerationOutput } from "../io/text-generation.ts";
import type { Provider } from "../types.ts";
import { chat, chatPayload, findAnswerSchema } from "../wire/chat.ts";
import { embeddings } from "../wire/embeddings.ts";
import { at } from "../wire/shape.ts";
import { completions, nestedCompletionPayload, readCompletion } from "../wire/text.ts";

export const together = {
	id: "together",
	label: "Together",
	hubOrg: "togethercomputer",
	baseUrl: "https://api.together.xyz",
	tasks: {
		conversational: chat({
			// The service wants the schema one level higher, without name and strictness.
			payload: (call) => {
				const schema = findAnswerSchema(call)?.["schema"];
				return { ...chatPayload(call), ...(schema ? { response_format: { type: "json_schema", schema } } : {}) };
			},
		}),
		"text-generation": completions("Received malformed response from Together text generation API", {
			payload: nestedCompletionPayload,
			read: (data) => {
				const output = readCompletion(data);
				const finish_reason = at(data, "choices", 0, "finish_reason");
				const seed = at(data, "choices", 0, "seed");
				// The service tells two of the details only.
				return output && ({ ...output, details: { finish_reason, seed } } as TextGenerationOutput);
			},
		}),
		"feature-extraction": embeddings(
			"Received malformed response from Together feature-extraction (embeddings) API: {json}",
		),
	},
} as const satisfies Provider;

import { chat } from "../../adapters/chat.ts";
import type { Provider } from "../../types.ts";

export const together = {
	id: "together",
	label: "Together",
	hubOrg: "togethercomputer",
	baseUrl: "https://api.together.xyz",
	tasks: {
		conversational: chat({
			// The service wants the schema one level higher, without name and strictness.
			withSchema: ({ type, json_schema: { schema } }) => (schema ? { response_format: { type, schema } } : {}),
		}),
	},
} as const satisfies Provider;

import { chat } from "../../adapters/chat.ts";
import type { Provider } from "../../types.ts";

export const nebius = {
	id: "nebius",
	label: "Nebius",
	hubOrg: "nebius",
	baseUrl: "https://api.studio.nebius.ai",
	tasks: {
		conversational: chat({
			// The service follows a schema only under its own name for it.
			withSchema: ({ json_schema: { schema } }) => (schema ? { guided_json: schema } : {}),
		}),
	},
} as const satisfies Provider;

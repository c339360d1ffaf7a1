import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { received } from "../wire/shape.ts";
import { completions } from "../wire/text.ts";

export const ovhcloud = {
	id: "ovhcloud",
	label: "OVHcloud",
	hubOrg: "ovhcloud",
	baseUrl: "https://oai.endpoints.kepler.ai.cloud.ovh.net",
	tasks: {
		conversational: chat(),
		"text-generation": completions(received("OVHcloud text generation API")),
	},
} as const satisfies Provider;

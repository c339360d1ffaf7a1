import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { completions } from "../wire/text.ts";

export const ovhcloud = {
	id: "ovhcloud",
	label: "OVHcloud",
	hubOrg: "ovhcloud",
	baseUrl: "https://oai.endpoints.kepler.ai.cloud.ovh.net",
	tasks: {
		conversational: chat(),
		"text-generation": completions("Received malformed response from OVHcloud text generation API"),
	},
} as const satisfies Provider;

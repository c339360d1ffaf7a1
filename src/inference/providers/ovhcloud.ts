import { chat } from "../adapters/chat.ts";
import { completions } from "../adapters/completions.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";

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

import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { completionAsChat } from "../wire/text.ts";

export const hyperbolic = {
	id: "hyperbolic",
	label: "Hyperbolic",
	hubOrg: "Hyperbolic",
	baseUrl: "https://api.hyperbolic.xyz",
	tasks: {
		conversational: chat(),
		"text-generation": completionAsChat(
			"Received malformed response from Hyperbolic text generation API",
			"v1/chat/completions",
		),
	},
} as const satisfies Provider;

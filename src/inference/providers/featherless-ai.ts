import { chat } from "../adapters/chat.ts";
import { completions } from "../adapters/completions.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";

export const featherlessAi = {
	id: "featherless-ai",
	label: "Featherless AI",
	hubOrg: "featherless-ai",
	baseUrl: "https://api.featherless.ai",
	tasks: {
		conversational: chat(),
		"text-generation": completions(received("Featherless AI text generation API")),
	},
} as const satisfies Provider;

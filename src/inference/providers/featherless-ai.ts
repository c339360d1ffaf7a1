import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { received } from "../wire/shape.ts";
import { completions } from "../wire/text.ts";

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

import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { completionAsChat } from "../wire/text.ts";

const ROUTE = "v3/openai/chat/completions";

export const novita = {
	id: "novita",
	label: "Novita",
	hubOrg: "novita",
	baseUrl: "https://api.novita.ai",
	tasks: {
		conversational: chat({ route: ROUTE }),
		// The service has no completion route of its own.
		"text-generation": completionAsChat("Expected Array<{generated_text: string}>", ROUTE),
	},
} as const satisfies Provider;

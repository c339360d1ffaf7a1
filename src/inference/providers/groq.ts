import { chat } from "../adapters/chat.ts";
import { completionAsChat } from "../adapters/completions.ts";
import type { Provider } from "../types.ts";

const ROUTE = "openai/v1/chat/completions";

export const groq = {
	id: "groq",
	label: "Groq",
	hubOrg: "groq",
	baseUrl: "https://api.groq.com",
	tasks: {
		conversational: chat({ route: ROUTE }),
		// The service has no completion route of its own.
		"text-generation": completionAsChat("Expected Array<{generated_text: string}>", ROUTE),
	},
} as const satisfies Provider;

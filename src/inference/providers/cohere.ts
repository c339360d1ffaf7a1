import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const cohere = {
	id: "cohere",
	label: "Cohere",
	hubOrg: "CohereLabs",
	baseUrl: "https://api.cohere.com",
	tasks: { conversational: chat({ route: "compatibility/v1/chat/completions" }) },
} as const satisfies Provider;

import { chat } from "../../adapters/chat.ts";
import type { Provider } from "../../types.ts";

/** Chats, and completions as chats. */
export const ROUTE = "v3/openai/chat/completions";

export const novita = {
	id: "novita",
	label: "Novita",
	hubOrg: "novita",
	baseUrl: "https://api.novita.ai",
	tasks: { conversational: chat({ route: ROUTE }) },
} as const satisfies Provider;

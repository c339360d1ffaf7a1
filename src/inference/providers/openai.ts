import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const openai = {
	id: "openai",
	label: "OpenAI",
	hubOrg: "openai",
	baseUrl: "https://api.openai.com",
	routed: "never",
	closedSource: true,
	tasks: { conversational: chat() },
} as const satisfies Provider;

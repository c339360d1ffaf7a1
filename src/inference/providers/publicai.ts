import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const publicai = {
	id: "publicai",
	label: "Public AI",
	hubOrg: "publicai",
	baseUrl: "https://api.publicai.co",
	tasks: { conversational: chat() },
} as const satisfies Provider;

import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";

export const publicai = {
	id: "publicai",
	label: "Public AI",
	hubOrg: "publicai",
	baseUrl: "https://api.publicai.co",
	tasks: { conversational: chat() },
} as const satisfies Provider;

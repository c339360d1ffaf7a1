import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";

export const baseten = {
	id: "baseten",
	label: "Baseten",
	hubOrg: "baseten",
	baseUrl: "https://inference.baseten.co",
	tasks: { conversational: chat() },
} as const satisfies Provider;

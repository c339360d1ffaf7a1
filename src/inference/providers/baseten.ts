import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const baseten = {
	id: "baseten",
	label: "Baseten",
	hubOrg: "baseten",
	baseUrl: "https://inference.baseten.co",
	tasks: { conversational: chat() },
} as const satisfies Provider;

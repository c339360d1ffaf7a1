import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const fireworksAi = {
	id: "fireworks-ai",
	label: "Fireworks AI",
	hubOrg: "fireworks-ai",
	baseUrl: "https://api.fireworks.ai",
	tasks: { conversational: chat({ route: "inference/v1/chat/completions" }) },
} as const satisfies Provider;

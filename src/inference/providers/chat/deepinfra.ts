import { chat } from "../../adapters/chat.ts";
import type { Provider } from "../../types.ts";

export const deepinfra = {
	id: "deepinfra",
	label: "DeepInfra",
	hubOrg: "DeepInfra",
	baseUrl: "https://api.deepinfra.com",
	tasks: { conversational: chat({ route: "v1/openai/chat/completions" }) },
} as const satisfies Provider;

import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const clarifai = {
	id: "clarifai",
	label: "Clarifai",
	hubOrg: "clarifai",
	baseUrl: "https://api.clarifai.com",
	scheme: "Key",
	tasks: { conversational: chat({ route: "v2/ext/openai/v1/chat/completions" }) },
} as const satisfies Provider;

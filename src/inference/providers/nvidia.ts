import { chat } from "../adapters/chat.ts";
import type { Provider } from "../types.ts";

export const nvidia = {
	id: "nvidia",
	label: "NVIDIA",
	hubOrg: "nvidia",
	baseUrl: "https://integrate.api.nvidia.com",
	tasks: { conversational: chat() },
} as const satisfies Provider;

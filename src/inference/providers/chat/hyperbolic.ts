import { chat } from "../../adapters/chat.ts";
import type { Provider } from "../../types.ts";

export const hyperbolic = {
	id: "hyperbolic",
	label: "Hyperbolic",
	hubOrg: "Hyperbolic",
	baseUrl: "https://api.hyperbolic.xyz",
	tasks: { conversational: chat() },
} as const satisfies Provider;

import { chat } from "../../adapters/chat.ts";
import type { Provider } from "../../types.ts";

export const nscale = {
	id: "nscale",
	label: "Nscale",
	hubOrg: "nscale",
	baseUrl: "https://inference.api.nscale.com",
	tasks: { conversational: chat() },
} as const satisfies Provider;

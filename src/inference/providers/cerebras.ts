import { chat } from "../adapters/chat.ts";
import { omit } from "../adapters/payload.ts";
import type { Provider } from "../types.ts";

export const cerebras = {
	id: "cerebras",
	label: "Cerebras",
	hubOrg: "cerebras",
	baseUrl: "https://api.cerebras.ai",
	tasks: {
		// The service rejects `store` with status 400.
		conversational: chat({ payload: ({ args, model }) => ({ model, ...omit(args, "store") }) }),
	},
} as const satisfies Provider;

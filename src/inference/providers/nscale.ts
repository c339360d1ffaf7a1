import { chat } from "../adapters/chat.ts";
import { imageGenerations, promptPayload } from "../adapters/image.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";

export const nscale = {
	id: "nscale",
	label: "Nscale",
	hubOrg: "nscale",
	baseUrl: "https://inference.api.nscale.com",
	tasks: {
		"text-to-image": imageGenerations(received("Nscale text-to-image API"), (call) => ({
			...promptPayload(call),
			response_format: "b64_json",
			model: call.model,
		})),
		conversational: chat(),
	},
} as const satisfies Provider;

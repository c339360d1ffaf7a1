import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { imageGenerations, promptPayload } from "../wire/image.ts";
import { received } from "../wire/shape.ts";

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

import type { Provider } from "../types.ts";
import { chat } from "../wire/chat.ts";
import { imageGenerations, promptPayload } from "../wire/image.ts";
import { at, received } from "../wire/shape.ts";
import { completionAsChat, readMessage, withModel } from "../wire/text.ts";

export const hyperbolic = {
	id: "hyperbolic",
	label: "Hyperbolic",
	hubOrg: "Hyperbolic",
	baseUrl: "https://api.hyperbolic.xyz",
	tasks: {
		"text-to-image": imageGenerations(
			received("Hyperbolic text-to-image API"),
			(call) => ({ ...promptPayload(call), model_name: call.model }),
			{ find: (data) => ({ base64: at(data, "images", 0, "image") }) },
		),
		conversational: chat(),
		"text-generation": completionAsChat(
			received("Hyperbolic text generation API"),
			"v1/chat/completions",
			withModel(readMessage),
		),
	},
} as const satisfies Provider;

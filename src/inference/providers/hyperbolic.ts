import { getPath } from "../../base/json.ts";
import { completionAsChat, readMessage, withModel } from "../adapters/completions.ts";
import { imageGenerations } from "../adapters/image.ts";
import { promptPayload } from "../adapters/payload.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";
import { hyperbolic as base } from "./chat/hyperbolic.ts";

export const hyperbolic = {
	...base,
	tasks: {
		"text-to-image": imageGenerations(
			received("Hyperbolic text-to-image API"),
			(call) => ({ ...promptPayload(call), model_name: call.model }),
			{ find: (data) => ({ base64: getPath(data, "images", 0, "image") }) },
		),
		conversational: base.tasks.conversational,
		"text-generation": completionAsChat(
			received("Hyperbolic text generation API"),
			"v1/chat/completions",
			withModel(readMessage),
		),
	},
} as const satisfies Provider;

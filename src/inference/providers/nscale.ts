import { imageGenerations } from "../adapters/image.ts";
import { promptPayload } from "../adapters/payload.ts";
import { received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";
import { nscale as base } from "./chat/nscale.ts";

export const nscale = {
	...base,
	tasks: {
		"text-to-image": imageGenerations(received("Nscale text-to-image API"), (call) => ({
			...promptPayload(call),
			response_format: "b64_json",
			model: call.model,
		})),
		conversational: base.tasks.conversational,
	},
} as const satisfies Provider;

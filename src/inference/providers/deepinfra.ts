import { completions, readCompletion } from "../adapters/completions.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { findImage, imageGenerations, responseFormat } from "../adapters/image.ts";
import { completionParameters, promptPayload, rest } from "../adapters/payload.ts";
import { received } from "../adapters/shape.ts";
import { speech, transcriptions } from "../adapters/speech.ts";
import type { Provider } from "../types.ts";
import { deepinfra as base } from "./chat/deepinfra.ts";

export const deepinfra = {
	...base,
	tasks: {
		conversational: base.tasks.conversational,
		"text-generation": completions(received("DeepInfra text-generation API: expected OpenAI completion payload"), {
			route: "v1/openai/completions",
			// A `prompt` or `model` among the parameters wins.
			payload: ({ args, model }) => ({
				model,
				prompt: args.inputs,
				...rest(args),
				...completionParameters(args),
			}),
			read: readCompletion,
		}),
		"automatic-speech-recognition": transcriptions(received("DeepInfra automatic-speech-recognition API: {json}"), {
			route: "v1/openai/audio/transcriptions",
			refused: "DeepInfra automatic-speech-recognition expects a Blob or ArrayBuffer audio input.",
		}),
		"text-to-speech": speech(received("DeepInfra text-to-speech API: {json}"), {
			route: "v1/openai/audio/speech",
		}),
		"feature-extraction": embeddings(received("DeepInfra feature-extraction (embeddings) API: {json}"), {
			route: "v1/openai/embeddings",
		}),
		"text-to-image": imageGenerations(
			received("DeepInfra text-to-image API"),
			(call) => ({ ...promptPayload(call), response_format: responseFormat(call, "b64_json"), model: call.model }),
			{ route: "v1/openai/images/generations", find: findImage },
		),
	},
} as const satisfies Provider;

import { completions, readCompletion } from "../adapters/completions.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { completionParameters, rest } from "../adapters/payload.ts";
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
	},
} as const satisfies Provider;

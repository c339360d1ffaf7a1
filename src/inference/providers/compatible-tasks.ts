import { getPath } from "../../base/json.ts";
import {
	completionAsChat,
	completions,
	nestedCompletionPayload,
	readCompletion,
	readMessage,
	withModel,
} from "../adapters/completions.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { filesAt, findImages, imageGenerations, responseFormat } from "../adapters/media.ts";
import { completionParameters, promptPayload, rest } from "../adapters/payload.ts";
import { received } from "../adapters/shape.ts";
import { speech, transcriptions } from "../adapters/speech.ts";
import type { Call, Provider } from "../types.ts";
import { withTasks } from "./table.ts";

/** Providers whose tasks are all compatible with OpenAI's API. */
export const PROVIDERS_WITH_COMPATIBLE_TASKS: readonly Provider[] = [
	withTasks("deepinfra", (conversational) => ({
		conversational,
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
		"text-to-image": imageGenerations(received("DeepInfra text-to-image API"), imagePayload, {
			route: "v1/openai/images/generations",
			find: findImages,
		}),
	})),
	withTasks("featherless-ai", (conversational) => ({
		conversational,
		"text-generation": completions(received("Featherless AI text generation API")),
	})),
	withTasks("groq", (conversational) => ({
		conversational,
		// The service has no separate completion route.
		"text-generation": completionAsChat("Expected Array<{generated_text: string}>", conversational),
	})),
	withTasks("hyperbolic", (conversational) => ({
		"text-to-image": imageGenerations(
			received("Hyperbolic text-to-image API"),
			(call) => ({ ...promptPayload(call), model_name: call.model }),
			{ find: (data) => filesAt(data, ["images"], (item) => ({ base64: getPath(item, "image") })) },
		),
		conversational,
		"text-generation": completionAsChat(
			received("Hyperbolic text generation API"),
			conversational,
			withModel(readMessage),
		),
	})),
	withTasks("nebius", (conversational) => ({
		"text-to-image": imageGenerations(received("Nebius text-to-image API"), imagePayload, { find: findImages }),
		conversational,
		"text-generation": completions(received("Nebius text generation API"), {
			payload: nestedCompletionPayload,
			read: readCompletion,
		}),
		"feature-extraction": embeddings(received("Nebius feature-extraction (embeddings) API")),
	})),
	withTasks("nscale", (conversational) => ({
		"text-to-image": imageGenerations(received("Nscale text-to-image API"), (call) => ({
			...promptPayload(call),
			response_format: "b64_json",
			model: call.model,
		})),
		conversational,
	})),
	withTasks("ovhcloud", (conversational) => ({
		conversational,
		"text-generation": completions(received("OVHcloud text generation API")),
	})),
	withTasks("sambanova", (conversational) => ({
		conversational,
		"feature-extraction": embeddings(received("Sambanova feature-extraction (embeddings) API"), {
			payload: ({ args, model }) => ({ model, input: args.inputs, ...args }),
		}),
	})),
	withTasks("scaleway", (conversational) => ({
		conversational,
		"text-generation": completions(received("Scaleway text generation API"), {
			payload: nestedCompletionPayload,
			read: readCompletion,
		}),
		"feature-extraction": embeddings(received("Scaleway feature-extraction (embeddings) API")),
	})),
];

function imagePayload(call: Call): object {
	return { ...promptPayload(call), response_format: responseFormat(call, "b64_json"), model: call.model };
}

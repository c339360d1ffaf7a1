import type { InferenceProvider } from "../inference/index.ts";
import type { Handler } from "./types.ts";
import { answerChat } from "./wires/chat.ts";

/** One address of a service. */
export interface Route {
	method: "GET" | "POST";
	/** Of the path below the service's address; its groups go to the handler. */
	path: RegExp;
	handle: Handler;
	/** What proves who calls: the usual, any key (follow-ups of a job), or nothing. */
	access?: "any-key" | "open";
}

const chat = (path: RegExp): Route => ({ method: "POST", path, handle: (exchange) => answerChat(exchange) });
const post = (path: RegExp, handle: Handler): Route => ({ method: "POST", path, handle });
const poll = (path: RegExp, handle: Handler): Route => ({ method: "GET", path, handle, access: "any-key" });

// Everything but chat is loaded when it is first asked for: a chat should start at once.
const completions = (path: RegExp): Route =>
	post(path, async (exchange) => (await import("./wires/completions.ts")).answerCompletion(exchange));
const embeddings = (path: RegExp): Route =>
	post(path, async (exchange) => (await import("./wires/embeddings.ts")).answerEmbeddings(exchange));
const speech = (path: RegExp): Route =>
	post(path, async (exchange) => (await import("./wires/audio.ts")).answerSpeech(exchange));
const transcription = (path: RegExp): Route =>
	post(path, async (exchange) => (await import("./wires/audio.ts")).answerTranscription(exchange));
const hfInference = (path: RegExp): Route =>
	post(path, async (exchange) => (await import("./wires/hf-inference.ts")).answerHfInference(exchange));
const predict = (path: RegExp): Route =>
	post(path, async (exchange) => (await import("./wires/replicate.ts")).predict(exchange));

const CHAT = chat(/^v1\/chat\/completions$/);
const COMPLETIONS = completions(/^v1\/completions$/);
const EMBEDDINGS = embeddings(/^v1\/embeddings$/);
const IMAGES = post(/^v1\/images\/generations$/, async (exchange) =>
	(await import("./wires/images.ts")).answerImages(exchange),
);

/** What each provider answers, and where. */
export const SERVICES: Record<InferenceProvider, readonly Route[]> = {
	baseten: [CHAT],
	"black-forest-labs": [
		post(/^v1\/([\w.-]+)$/, async (exchange) => (await import("./wires/black-forest-labs.ts")).queueBflImage(exchange)),
		{
			method: "GET",
			path: /^v1\/get_result$/,
			handle: async (exchange) => (await import("./wires/black-forest-labs.ts")).pollBflImage(exchange),
			access: "open",
		},
	],
	cerebras: [CHAT],
	clarifai: [chat(/^v2\/ext\/openai\/v1\/chat\/completions$/)],
	cohere: [chat(/^compatibility\/v1\/chat\/completions$/)],
	deepinfra: [
		chat(/^v1\/openai\/chat\/completions$/),
		completions(/^v1\/openai\/completions$/),
		embeddings(/^v1\/openai\/embeddings$/),
		speech(/^v1\/openai\/audio\/speech$/),
		transcription(/^v1\/openai\/audio\/transcriptions$/),
	],
	"fal-ai": [
		poll(/^(.+)\/requests\/(\w+)\/status$/, async (exchange) => (await import("./wires/fal-ai.ts")).pollFal(exchange)),
		poll(/^(.+)\/requests\/(\w+)$/, async (exchange) => (await import("./wires/fal-ai.ts")).fetchFalResult(exchange)),
		post(/^(.+)$/, async (exchange) => (await import("./wires/fal-ai.ts")).answerFal(exchange)),
	],
	"featherless-ai": [CHAT, COMPLETIONS],
	"fireworks-ai": [chat(/^inference\/v1\/chat\/completions$/)],
	groq: [chat(/^openai\/v1\/chat\/completions$/)],
	"hf-inference": [
		chat(/^models\/(.+)\/v1\/chat\/completions$/),
		completions(/^models\/(.+)\/v1\/completions$/),
		hfInference(/^models\/(.+)\/pipeline\/([\w-]+)$/),
		hfInference(/^models\/(?!.*\/(?:pipeline|v1)\/)(.+)$/),
	],
	hyperbolic: [
		CHAT,
		post(/^v1\/images\/generations$/, async (exchange) =>
			(await import("./wires/images.ts")).answerHyperbolicImages(exchange),
		),
	],
	nebius: [CHAT, COMPLETIONS, EMBEDDINGS, IMAGES],
	novita: [
		chat(/^v3\/openai\/chat\/completions$/),
		post(/^v3\/async\/(.+)$/, async (exchange) => (await import("./wires/novita.ts")).queueNovitaVideo(exchange)),
		poll(/^v3\/async\/task-result$/, async (exchange) => (await import("./wires/novita.ts")).pollNovita(exchange)),
	],
	nscale: [CHAT, IMAGES],
	nvidia: [CHAT],
	openai: [CHAT],
	ovhcloud: [CHAT, COMPLETIONS],
	publicai: [CHAT],
	replicate: [
		predict(/^v1\/models\/([^/]+\/[^/]+)\/predictions$/),
		predict(/^v1\/predictions$/),
		poll(/^v1\/predictions\/(\w+)$/, async (exchange) =>
			(await import("./wires/replicate.ts")).pollPrediction(exchange),
		),
	],
	sambanova: [CHAT, EMBEDDINGS],
	scaleway: [CHAT, COMPLETIONS, EMBEDDINGS],
	together: [
		CHAT,
		COMPLETIONS,
		EMBEDDINGS,
		IMAGES,
		speech(/^v1\/audio\/speech$/),
		transcription(/^v1\/audio\/transcriptions$/),
		post(/^v2\/videos$/, async (exchange) => (await import("./wires/together-videos.ts")).queueTogetherVideo(exchange)),
		poll(/^v2\/videos\/(\w+)$/, async (exchange) =>
			(await import("./wires/together-videos.ts")).pollTogetherVideo(exchange),
		),
	],
	wavespeed: [
		poll(/^api\/v3\/predictions\/(\w+)\/result$/, async (exchange) =>
			(await import("./wires/wavespeed.ts")).pollWavespeed(exchange),
		),
		post(/^api\/v3\/(.+)$/, async (exchange) => (await import("./wires/wavespeed.ts")).queueWavespeed(exchange)),
	],
	"zai-org": [
		chat(/^api\/paas\/v4\/chat\/completions$/),
		post(/^api\/paas\/v4\/async\/images\/generations$/, async (exchange) =>
			(await import("./wires/zai-org.ts")).queueZaiImage(exchange),
		),
		poll(/^api\/paas\/v4\/async-result\/(\w+)$/, async (exchange) =>
			(await import("./wires/zai-org.ts")).pollZaiImage(exchange),
		),
		post(/^api\/paas\/v4\/layout_parsing$/, async (exchange) =>
			(await import("./wires/zai-org.ts")).answerLayout(exchange),
		),
	],
};

import type { InferenceProvider, Provider } from "../inference/index.ts";
import { modelRoutes } from "./endpoints/models.ts";
import { batchRoutes, lazily, openaiRoutes, poll, post } from "./routes.ts";
import type { Route } from "./types.ts";

const chat = (path: RegExp): Route => post(path, () => import("./endpoints/chat.ts"), "answerChat");
const completions = (path: RegExp): Route => post(path, () => import("./endpoints/completions.ts"), "answerCompletion");
const embeddings = (path: RegExp): Route => post(path, () => import("./endpoints/embeddings.ts"), "answerEmbeddings");
const images = (path: RegExp): Route => post(path, () => import("./endpoints/images.ts"), "answerImages");
const speech = (path: RegExp): Route => post(path, () => import("./endpoints/audio.ts"), "answerSpeech");
const transcription = (path: RegExp): Route => post(path, () => import("./endpoints/audio.ts"), "answerTranscription");
const hfInference = (path: RegExp): Route =>
	post(path, () => import("./endpoints/hf-inference.ts"), "answerHfInference");
const cohere = (path: RegExp, name: "answerCohereChat" | "answerCohereEmbeddings"): Route =>
	post(path, () => import("./endpoints/cohere.ts"), name);
const rerank = (path: RegExp): Route => post(path, () => import("./endpoints/rerank.ts"), "answerRerank");
const predict = (path: RegExp): Route => post(path, () => import("./endpoints/replicate.ts"), "predict");

const CHAT = chat(/^v1\/chat\/completions$/);
const COMPLETIONS = completions(/^v1\/completions$/);
const EMBEDDINGS = embeddings(/^v1\/embeddings$/);
const IMAGES = images(/^v1\/images\/generations$/);

/** End of a path in OpenAI's format → the route that answers there. */
const STANDARD: readonly [end: RegExp, answer: (path: RegExp) => Route][] = [
	[/\/chat\/completions$/, chat],
	[/\/completions$/, completions],
	[/\/embeddings$/, embeddings],
	[/\/images\/generations$/, images],
	[/\/audio\/speech$/, speech],
	[/\/audio\/transcriptions$/, transcription],
];

/** Returns the routes of a provider: its row, else what its tasks request in OpenAI's format. */
export function routesOf(provider: Provider): readonly Route[] {
	return SERVICES[provider.id as InferenceProvider] ?? standardRoutes(provider);
}

function standardRoutes({ tasks }: Provider): Route[] {
	return Object.values(tasks).flatMap(({ route }) => {
		const path = route({ task: undefined, args: {}, model: "", auth: "provider-key" });
		const answer = STANDARD.find(([end]) => end.test(`/${path}`))?.[1];
		return answer ? [answer(new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`))] : [];
	});
}

/** The routes of providers that have more than the tasks of the library, or other formats than OpenAI's. */
const SERVICES: Partial<Record<InferenceProvider, readonly Route[]>> = {
	"black-forest-labs": [
		post(/^v1\/([\w.-]+)$/, () => import("./endpoints/black-forest-labs.ts"), "queueBflImage"),
		{
			method: "GET",
			path: /^v1\/get_result$/,
			handle: lazily(() => import("./endpoints/black-forest-labs.ts"), "pollBflImage"),
			access: "open",
		},
	],
	cerebras: [CHAT, COMPLETIONS, ...modelRoutes("v1")],
	cohere: [
		chat(/^compatibility\/v1\/chat\/completions$/),
		embeddings(/^compatibility\/v1\/embeddings$/),
		cohere(/^v2\/chat$/, "answerCohereChat"),
		cohere(/^v2\/embed$/, "answerCohereEmbeddings"),
		rerank(/^v2\/rerank$/),
	],
	deepinfra: [
		chat(/^v1\/openai\/chat\/completions$/),
		completions(/^v1\/openai\/completions$/),
		embeddings(/^v1\/openai\/embeddings$/),
		images(/^v1\/openai\/images\/generations$/),
		speech(/^v1\/openai\/audio\/speech$/),
		transcription(/^v1\/openai\/audio\/(?:transcriptions|translations)$/),
		...modelRoutes("v1/openai"),
		post(/^v1\/inference\/(.+)$/, () => import("./endpoints/images.ts"), "answerDeepinfraImages"),
		...batchRoutes("v1/openai"),
		...batchRoutes("v1"),
	],
	"fal-ai": [
		poll(/^(.+)\/requests\/(\w+)\/status$/, () => import("./endpoints/fal-ai.ts"), "pollFal"),
		poll(/^(.+)\/requests\/(\w+)$/, () => import("./endpoints/fal-ai.ts"), "fetchFalResult"),
		{
			method: "PUT",
			path: /^(.+)\/requests\/(\w+)\/cancel$/,
			handle: lazily(() => import("./endpoints/fal-ai.ts"), "cancelFal"),
			access: "any-key",
		},
		post(/^storage\/upload\/initiate$/, () => import("./endpoints/uploads.ts"), "startFalUpload"),
		post(/^(.+)$/, () => import("./endpoints/fal-ai.ts"), "answerFal"),
	],
	"fireworks-ai": [
		chat(/^inference\/v1\/chat\/completions$/),
		completions(/^inference\/v1\/completions$/),
		embeddings(/^inference\/v1\/embeddings$/),
		...modelRoutes("inference/v1"),
		post(
			/^inference\/v1\/workflows\/(.+)\/text_to_image$/,
			() => import("./endpoints/images.ts"),
			"answerFireworksImage",
		),
	],
	groq: [
		chat(/^openai\/v1\/chat\/completions$/),
		transcription(/^openai\/v1\/audio\/(?:transcriptions|translations)$/),
		speech(/^openai\/v1\/audio\/speech$/),
		...modelRoutes("openai/v1"),
		...batchRoutes("openai/v1"),
	],
	"hf-inference": [
		chat(/^models\/(.+)\/v1\/chat\/completions$/),
		completions(/^models\/(.+)\/v1\/completions$/),
		hfInference(/^models\/(.+)\/pipeline\/([\w-]+)$/),
		hfInference(/^models\/(?!.*\/(?:pipeline|v1)\/)(.+)$/),
	],
	hyperbolic: [
		CHAT,
		post(/^v1\/images\/generations$/, () => import("./endpoints/images.ts"), "answerHyperbolicImages"),
	],
	nebius: [CHAT, COMPLETIONS, EMBEDDINGS, IMAGES, ...modelRoutes("v1"), ...batchRoutes("v1")],
	novita: [
		chat(/^v3\/openai\/chat\/completions$/),
		post(/^v3\/hf\/(.+)$/, () => import("./endpoints/novita.ts"), "answerNovitaVideo"),
		post(/^v3\/async\/(.+)$/, () => import("./endpoints/novita.ts"), "queueNovitaVideo"),
		post(/^v3\/minimax\/v2\/video_generation$/, () => import("./endpoints/novita.ts"), "queueMinimaxVideo"),
		poll(
			/^v3\/minimax\/v2\/query\/video_generation\/(\w+)$/,
			() => import("./endpoints/novita.ts"),
			"pollMinimaxVideo",
		),
		...batchRoutes("openai/v1"),
		...batchRoutes("v3/openai"),
		poll(/^v3\/async\/task-result$/, () => import("./endpoints/novita.ts"), "pollNovita"),
	],
	openai: [CHAT, ...modelRoutes("v1"), ...openaiRoutes("v1"), ...batchRoutes("v1")],
	ovhcloud: [CHAT, COMPLETIONS, ...batchRoutes("v1")],
	replicate: [
		predict(/^v1\/models\/([^/]+\/[^/]+)\/predictions$/),
		predict(/^v1\/predictions$/),
		{
			method: "GET",
			path: /^v1\/models\/([^/]+\/[^/]+)$/,
			handle: lazily(() => import("./endpoints/replicate.ts"), "describeReplicateModel"),
		},
		post(/^v1\/predictions\/(\w+)\/cancel$/, () => import("./endpoints/replicate.ts"), "cancelPrediction"),
		post(/^v1\/files$/, () => import("./endpoints/uploads.ts"), "uploadReplicateFile"),
		poll(/^v1\/predictions\/(\w+)$/, () => import("./endpoints/replicate.ts"), "pollPrediction"),
	],
	together: [
		CHAT,
		COMPLETIONS,
		EMBEDDINGS,
		IMAGES,
		speech(/^v1\/audio\/speech$/),
		transcription(/^v1\/audio\/(?:transcriptions|translations)$/),
		rerank(/^v1\/rerank$/),
		...modelRoutes("v1"),
		...batchRoutes("v1"),
		post(/^v2\/videos$/, () => import("./endpoints/together-videos.ts"), "queueTogetherVideo"),
		poll(/^v2\/videos\/(\w+)$/, () => import("./endpoints/together-videos.ts"), "pollTogetherVideo"),
	],
	wavespeed: [
		poll(/^api\/v3\/predictions\/(\w+)\/result$/, () => import("./endpoints/wavespeed.ts"), "pollWavespeed"),
		post(/^api\/v3\/(.+)$/, () => import("./endpoints/wavespeed.ts"), "queueWavespeed"),
	],
	"zai-org": [
		chat(/^api\/paas\/v4\/chat\/completions$/),
		post(/^api\/paas\/v4\/async\/images\/generations$/, () => import("./endpoints/zai-org.ts"), "queueZaiImage"),
		poll(/^api\/paas\/v4\/async-result\/(\w+)$/, () => import("./endpoints/zai-org.ts"), "pollZaiImage"),
		post(/^api\/paas\/v4\/layout_parsing$/, () => import("./endpoints/zai-org.ts"), "answerLayout"),
	],
};

import type { InferenceProvider, Provider } from "../inference/index.ts";
import { modelRoutes } from "./endpoints/models.ts";
import type { Handler, Route } from "./types.ts";

/**
 * Returns a function that makes routes. Their module is loaded on first use: a page or command loads only the handlers
 * that it calls.
 */
const routes =
	(method: Route["method"], access?: Route["access"]) =>
	<Name extends string>(path: RegExp, load: () => Promise<Record<Name, Handler>>, name: Name): Route => ({
		method,
		path,
		handle: async (incoming) => (await load())[name](incoming),
		...(access ? { access } : {}),
	});
const get = routes("GET");
const post = routes("POST");
/** The state of a job. */
const poll = routes("GET", "any-key");

const chat = (path: RegExp): Route => post(path, () => import("./endpoints/chat.ts"), "answerChat");
const completions = (path: RegExp): Route => post(path, () => import("./endpoints/completions.ts"), "answerCompletion");
const embeddings = (path: RegExp): Route => post(path, () => import("./endpoints/embeddings.ts"), "answerEmbeddings");
const images = (path: RegExp): Route => post(path, () => import("./endpoints/images.ts"), "answerImages");
const speech = (path: RegExp): Route => post(path, () => import("./endpoints/audio.ts"), "answerSpeech");
const transcription = (path: RegExp): Route => post(path, () => import("./endpoints/audio.ts"), "answerTranscription");
const batches = () => import("./endpoints/batches.ts");
const cohere = () => import("./endpoints/cohere.ts");
const hfInference = () => import("./endpoints/hf-inference.ts");
const uploads = () => import("./endpoints/uploads.ts");
const fal = () => import("./endpoints/fal-ai.ts");
const mediaJobs = () => import("./endpoints/media-jobs.ts");
const replicate = () => import("./endpoints/replicate.ts");

/** Routes of OpenAI besides chat and batches, below a base path such as `v1`. */
export function openaiRoutes(base: string): Route[] {
	const path = (rest: string): RegExp => new RegExp(`^${base}/${rest}$`);
	return [
		completions(path("completions")),
		embeddings(path("embeddings")),
		images(path("images/generations")),
		post(path("images/edits"), () => import("./endpoints/images.ts"), "answerImageEdit"),
		speech(path("audio/speech")),
		transcription(path("audio/(?:transcriptions|translations)")),
		post(path("responses"), () => import("./endpoints/responses.ts"), "answerResponse"),
	];
}

/** Returns the batch service in OpenAI's format below a base path such as `openai/v1`. */
export function batchRoutes(base: string): Route[] {
	const path = (rest: string): RegExp => new RegExp(`^${base}/${rest}$`);
	return [
		post(path("files(?:/upload)?"), batches, "uploadFile"),
		get(path("files"), batches, "listFiles"),
		get(path("files/([\\w-]+)"), batches, "readFile"),
		routes("DELETE")(path("files/([\\w-]+)"), batches, "deleteFile"),
		get(path("files/([\\w-]+)/content"), batches, "readFileContent"),
		post(path("batches"), batches, "createBatch"),
		get(path("batches"), batches, "listBatches"),
		get(path("batches/([\\w-]+)"), batches, "readBatch"),
		post(path("batches/([\\w-]+)/cancel"), batches, "cancelBatch"),
	];
}

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
		post(/^v1\/([\w.-]+)$/, mediaJobs, "queueBflImage"),
		routes("GET", "open")(/^v1\/get_result$/, mediaJobs, "pollBflImage"),
	],
	cerebras: [CHAT, COMPLETIONS, ...modelRoutes("v1")],
	cohere: [
		chat(/^compatibility\/v1\/chat\/completions$/),
		embeddings(/^compatibility\/v1\/embeddings$/),
		post(/^v2\/chat$/, cohere, "answerCohereChat"),
		post(/^v2\/embed$/, cohere, "answerCohereEmbeddings"),
		post(/^v2\/rerank$/, cohere, "answerRerank"),
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
		poll(/^(.+)\/requests\/(\w+)\/status$/, fal, "pollFal"),
		poll(/^(.+)\/requests\/(\w+)$/, fal, "fetchFalResult"),
		routes("PUT", "any-key")(/^(.+)\/requests\/(\w+)\/cancel$/, fal, "cancelFal"),
		post(/^storage\/upload\/initiate$/, uploads, "startFalUpload"),
		post(/^(.+)$/, fal, "answerFal"),
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
		post(/^models\/(.+)\/pipeline\/([\w-]+)$/, hfInference, "answerHfInference"),
		post(/^models\/(?!.*\/(?:pipeline|v1)\/)(.+)$/, hfInference, "answerHfInference"),
	],
	hyperbolic: [
		CHAT,
		post(/^v1\/images\/generations$/, () => import("./endpoints/images.ts"), "answerHyperbolicImages"),
	],
	nebius: [CHAT, COMPLETIONS, EMBEDDINGS, IMAGES, ...modelRoutes("v1"), ...batchRoutes("v1")],
	novita: [
		chat(/^v3\/openai\/chat\/completions$/),
		post(/^v3\/hf\/(.+)$/, mediaJobs, "answerNovitaVideo"),
		post(/^v3\/async\/(.+)$/, mediaJobs, "queueNovitaVideo"),
		post(/^v3\/minimax\/v2\/video_generation$/, mediaJobs, "queueMinimaxVideo"),
		poll(/^v3\/minimax\/v2\/query\/video_generation\/(\w+)$/, mediaJobs, "pollMinimaxVideo"),
		...batchRoutes("openai/v1"),
		...batchRoutes("v3/openai"),
		poll(/^v3\/async\/task-result$/, mediaJobs, "pollNovita"),
	],
	openai: [CHAT, ...modelRoutes("v1"), ...openaiRoutes("v1"), ...batchRoutes("v1")],
	ovhcloud: [CHAT, COMPLETIONS, ...batchRoutes("v1")],
	replicate: [
		post(/^v1\/models\/([^/]+\/[^/]+)\/predictions$/, replicate, "predict"),
		post(/^v1\/predictions$/, replicate, "predict"),
		get(/^v1\/models\/([^/]+\/[^/]+)$/, replicate, "describeReplicateModel"),
		post(/^v1\/predictions\/(\w+)\/cancel$/, replicate, "cancelPrediction"),
		post(/^v1\/files$/, uploads, "uploadReplicateFile"),
		poll(/^v1\/predictions\/(\w+)$/, replicate, "pollPrediction"),
	],
	together: [
		CHAT,
		COMPLETIONS,
		EMBEDDINGS,
		IMAGES,
		speech(/^v1\/audio\/speech$/),
		transcription(/^v1\/audio\/(?:transcriptions|translations)$/),
		post(/^v1\/rerank$/, cohere, "answerRerank"),
		...modelRoutes("v1"),
		...batchRoutes("v1"),
		post(/^v2\/videos$/, mediaJobs, "queueTogetherVideo"),
		poll(/^v2\/videos\/(\w+)$/, mediaJobs, "pollTogetherVideo"),
	],
	wavespeed: [
		poll(/^api\/v3\/predictions\/(\w+)\/result$/, mediaJobs, "pollWavespeed"),
		post(/^api\/v3\/(.+)$/, mediaJobs, "queueWavespeed"),
	],
	"zai-org": [
		chat(/^api\/paas\/v4\/chat\/completions$/),
		post(/^api\/paas\/v4\/async\/images\/generations$/, mediaJobs, "queueZaiImage"),
		poll(/^api\/paas\/v4\/async-result\/(\w+)$/, mediaJobs, "pollZaiImage"),
		post(/^api\/paas\/v4\/layout_parsing$/, mediaJobs, "answerLayout"),
	],
};

import { keysOf } from "../base/json.ts";
import type { InferenceProvider, Provider } from "../inference/index.ts";
import { modelRoutes } from "./endpoints/models.ts";
import type { Handler, SandboxRoute } from "./types.ts";

/**
 * Returns a function that makes routes. Their module is loaded on first use: a page or command loads only the handlers
 * that it calls.
 */
const routes =
	(method: SandboxRoute["method"], access?: SandboxRoute["access"]) =>
	<Name extends string>(path: RegExp, load: () => Promise<Record<Name, Handler>>, name: Name): SandboxRoute => ({
		method,
		path,
		handle: async (incoming) => (await load())[name](incoming),
		...(access ? { access } : {}),
	});
const get = routes("GET");
const post = routes("POST");
/** The state of a job. */
const poll = routes("GET", "any-key");

const batches = () => import("./endpoints/batches.ts");
const cohere = () => import("./endpoints/cohere.ts");
const hfInference = () => import("./endpoints/hf-inference.ts");
const images = () => import("./endpoints/images.ts");
const audio = () => import("./endpoints/audio.ts");
const uploads = () => import("./endpoints/uploads.ts");
const fal = () => import("./endpoints/fal-ai.ts");
const mediaJobs = () => import("./endpoints/media-jobs.ts");
const replicate = () => import("./endpoints/replicate.ts");

/** OpenAI's endpoints besides batches: the end of the path → the route. */
const OPENAI = {
	"chat/completions": (path: RegExp) => post(path, () => import("./endpoints/chat.ts"), "answerChat"),
	completions: (path: RegExp) => post(path, () => import("./endpoints/completions.ts"), "answerCompletion"),
	embeddings: (path: RegExp) => post(path, () => import("./endpoints/embeddings.ts"), "answerEmbeddings"),
	"images/generations": (path: RegExp) => post(path, images, "answerImages"),
	"images/edits": (path: RegExp) => post(path, images, "answerImageEdit"),
	"audio/speech": (path: RegExp) => post(path, audio, "answerSpeech"),
	"audio/transcriptions": (path: RegExp) => post(path, audio, "answerTranscription"),
	"audio/translations": (path: RegExp) => post(path, audio, "answerTranscription"),
	responses: (path: RegExp) => post(path, () => import("./endpoints/responses.ts"), "answerResponse"),
};
type End = keyof typeof OPENAI;
const ENDS = keysOf<End>(OPENAI);
/** Those that other large services have too. */
const COMMON = ENDS.filter((end) => end !== "images/edits" && end !== "responses");

/** Returns some of OpenAI's endpoints, below a base path such as `v1`. */
const below = (base: string, ...ends: End[]): SandboxRoute[] =>
	ends.map((end) => OPENAI[end](new RegExp(`^${base}/${end}$`)));

/** Routes of OpenAI besides chat and batches, below a base path such as `v1`. */
export function openaiRoutes(base: string): SandboxRoute[] {
	return below(base, ...ENDS.filter((end) => end !== "chat/completions"));
}

/** Returns the batch service in OpenAI's format below a base path such as `openai/v1`. */
export function batchRoutes(base: string): SandboxRoute[] {
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

/** Returns the routes of a provider: its row, else what its tasks request in OpenAI's format. */
export function routesOf(provider: Provider): readonly SandboxRoute[] {
	return SERVICES[provider.id as InferenceProvider] ?? standardRoutes(provider);
}

function standardRoutes({ tasks }: Provider): SandboxRoute[] {
	return Object.values(tasks).flatMap(({ route }) => {
		const path = route({ task: undefined, args: {}, model: "", auth: "provider-key" });
		const end = ENDS.find((name) => `/${path}`.endsWith(`/${name}`));
		return end ? OPENAI[end](new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)) : [];
	});
}

/** The routes of providers that have more than the tasks of the library, or other formats than OpenAI's. */
const SERVICES: Partial<Record<InferenceProvider, readonly SandboxRoute[]>> = {
	"black-forest-labs": [
		post(/^v1\/([\w.-]+)$/, mediaJobs, "queueBflImage"),
		routes("GET", "open")(/^v1\/get_result$/, mediaJobs, "pollBflImage"),
	],
	cerebras: [...below("v1", "chat/completions", "completions"), ...modelRoutes("v1")],
	cohere: [
		...below("compatibility/v1", "chat/completions", "embeddings"),
		post(/^v2\/chat$/, cohere, "answerCohereChat"),
		post(/^v2\/embed$/, cohere, "answerCohereEmbeddings"),
		post(/^v2\/rerank$/, cohere, "answerRerank"),
	],
	deepinfra: [
		...below("v1/openai", ...COMMON),
		...modelRoutes("v1/openai"),
		post(/^v1\/inference\/(.+)$/, images, "answerDeepinfraImages"),
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
		...below("inference/v1", "chat/completions", "completions", "embeddings"),
		...modelRoutes("inference/v1"),
		post(/^inference\/v1\/workflows\/(.+)\/text_to_image$/, images, "answerFireworksImage"),
	],
	groq: [
		...below("openai/v1", "chat/completions", "audio/transcriptions", "audio/translations", "audio/speech"),
		...modelRoutes("openai/v1"),
		...batchRoutes("openai/v1"),
	],
	"hf-inference": [
		...below("models/(.+)/v1", "chat/completions", "completions"),
		post(/^models\/(.+)\/pipeline\/([\w-]+)$/, hfInference, "answerHfInference"),
		post(/^models\/(?!.*\/(?:pipeline|v1)\/)(.+)$/, hfInference, "answerHfInference"),
	],
	hyperbolic: [...below("v1", "chat/completions"), post(/^v1\/images\/generations$/, images, "answerHyperbolicImages")],
	nebius: [
		...below("v1", "chat/completions", "completions", "embeddings", "images/generations"),
		...modelRoutes("v1"),
		...batchRoutes("v1"),
	],
	novita: [
		...below("v3/openai", "chat/completions"),
		post(/^v3\/hf\/(.+)$/, mediaJobs, "answerNovitaVideo"),
		post(/^v3\/async\/(.+)$/, mediaJobs, "queueNovitaVideo"),
		post(/^v3\/minimax\/v2\/video_generation$/, mediaJobs, "queueMinimaxVideo"),
		poll(/^v3\/minimax\/v2\/query\/video_generation\/(\w+)$/, mediaJobs, "pollMinimaxVideo"),
		...batchRoutes("openai/v1"),
		...batchRoutes("v3/openai"),
		poll(/^v3\/async\/task-result$/, mediaJobs, "pollNovita"),
	],
	openai: [...modelRoutes("v1"), ...below("v1", ...ENDS), ...batchRoutes("v1")],
	ovhcloud: [...below("v1", "chat/completions", "completions"), ...batchRoutes("v1")],
	replicate: [
		post(/^v1\/models\/([^/]+\/[^/]+)\/predictions$/, replicate, "predict"),
		post(/^v1\/predictions$/, replicate, "predict"),
		get(/^v1\/models\/([^/]+\/[^/]+)$/, replicate, "describeReplicateModel"),
		post(/^v1\/predictions\/(\w+)\/cancel$/, replicate, "cancelPrediction"),
		post(/^v1\/files$/, uploads, "uploadReplicateFile"),
		poll(/^v1\/predictions\/(\w+)$/, replicate, "pollPrediction"),
	],
	together: [
		...below("v1", ...COMMON),
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
		...below("api/paas/v4", "chat/completions"),
		post(/^api\/paas\/v4\/async\/images\/generations$/, mediaJobs, "queueZaiImage"),
		poll(/^api\/paas\/v4\/async-result\/(\w+)$/, mediaJobs, "pollZaiImage"),
		post(/^api\/paas\/v4\/layout_parsing$/, mediaJobs, "answerLayout"),
	],
};

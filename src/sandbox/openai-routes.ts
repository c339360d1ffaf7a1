import { post } from "./route.ts";
import type { Route } from "./types.ts";

/** Routes of OpenAI besides chat and batches, below a base path such as `v1`. */
export function openaiRoutes(base: string): Route[] {
	const path = (rest: string): RegExp => new RegExp(`^${base}/${rest}$`);
	return [
		post(path("completions"), () => import("./endpoints/completions.ts"), "answerCompletion"),
		post(path("embeddings"), () => import("./endpoints/embeddings.ts"), "answerEmbeddings"),
		post(path("images/generations"), () => import("./endpoints/images.ts"), "answerImages"),
		post(path("images/edits"), () => import("./endpoints/images.ts"), "answerImageEdit"),
		post(path("audio/speech"), () => import("./endpoints/audio.ts"), "answerSpeech"),
		post(path("audio/(?:transcriptions|translations)"), () => import("./endpoints/audio.ts"), "answerTranscription"),
		post(path("responses"), () => import("./endpoints/responses.ts"), "answerResponse"),
	];
}

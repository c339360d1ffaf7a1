import type { Route } from "./types.ts";

/** Routes of OpenAI besides chat and batches, below a base path such as `v1`. */
export function openaiRoutes(base: string): Route[] {
	const post = (path: string, handle: Route["handle"]): Route => ({
		method: "POST",
		path: new RegExp(`^${base}/${path}$`),
		handle,
	});
	return [
		post("completions", async (incoming) => (await import("./endpoints/completions.ts")).answerCompletion(incoming)),
		post("embeddings", async (incoming) => (await import("./endpoints/embeddings.ts")).answerEmbeddings(incoming)),
		post("images/generations", async (incoming) => (await import("./endpoints/images.ts")).answerImages(incoming)),
		post("images/edits", async (incoming) => (await import("./endpoints/images.ts")).answerImageEdit(incoming)),
		post("audio/speech", async (incoming) => (await import("./endpoints/audio.ts")).answerSpeech(incoming)),
		post("audio/(?:transcriptions|translations)", async (incoming) =>
			(await import("./endpoints/audio.ts")).answerTranscription(incoming),
		),
		post("responses", async (incoming) => (await import("./endpoints/responses.ts")).answerResponse(incoming)),
	];
}

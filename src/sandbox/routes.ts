import type { Handler, Route } from "./types.ts";

type Load<Name extends string> = () => Promise<Record<Name, Handler>>;

/** A handler whose module is loaded on first use: a page or command loads only the handlers it calls. */
export function lazily<Name extends string>(load: Load<Name>, name: Name): Handler {
	return async (incoming) => (await load())[name](incoming);
}

/** A route that starts something. */
export const post = <Name extends string>(path: RegExp, load: Load<Name>, name: Name): Route => ({
	method: "POST",
	path,
	handle: lazily(load, name),
});

/** A route for the state of a job; accepts any key. */
export const poll = <Name extends string>(path: RegExp, load: Load<Name>, name: Name): Route => ({
	method: "GET",
	path,
	handle: lazily(load, name),
	access: "any-key",
});

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

const batches = (name: keyof typeof import("./endpoints/batches.ts")): Handler =>
	lazily(() => import("./endpoints/batches.ts"), name);

/** Returns the batch service in OpenAI's format below a base path such as `openai/v1`. */
export function batchRoutes(base: string): Route[] {
	const path = (rest: string): RegExp => new RegExp(`^${base}/${rest}$`);
	return [
		{ method: "POST", path: path("files(?:/upload)?"), handle: batches("uploadFile") },
		{ method: "GET", path: path("files"), handle: batches("listFiles") },
		{ method: "GET", path: path("files/([\\w-]+)"), handle: batches("readFile") },
		{ method: "DELETE", path: path("files/([\\w-]+)"), handle: batches("deleteFile") },
		{ method: "GET", path: path("files/([\\w-]+)/content"), handle: batches("readFileContent") },
		{ method: "POST", path: path("batches"), handle: batches("createBatch") },
		{ method: "GET", path: path("batches"), handle: batches("listBatches") },
		{ method: "GET", path: path("batches/([\\w-]+)"), handle: batches("readBatch") },
		{ method: "POST", path: path("batches/([\\w-]+)/cancel"), handle: batches("cancelBatch") },
	];
}

import type { CannedReply, Data, ExpectedRequest, WireFixture } from "./format.ts";

/** The parts of a call that affect its answers. */
export interface CallSummary {
	provider: string;
	task: string;
	url: string;
	routed: boolean;
	headers: Record<string, string>;
	outputType?: string | undefined;
	inputs?: unknown;
	stream: boolean;
}

/** The answers of a service, the requests after the first one, and the result. */
export interface Answers {
	replies: CannedReply[];
	follow: ExpectedRequest[];
	result: NonNullable<WireFixture["result"]>;
}

const FILE_URL = "https://files.test/result";
const IMAGE = { $blob: "AQID", type: "image/png" };
const VIDEO = { $blob: "BwgJ", type: "video/mp4" };
const AUDIO = { $blob: "CgsM", type: "audio/mpeg" };

const CHAT = {
	id: "c1",
	created: 1,
	model: "pm",
	system_fingerprint: null,
	choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hello" } }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
const CHUNKS = [
	{ id: "c1", created: 1, model: "pm", choices: [{ index: 0, delta: { role: "assistant", content: "Hé" } }] },
	{ id: "c1", created: 1, model: "pm", choices: [{ index: 0, delta: { content: "llo" }, finish_reason: "stop" }] },
];
const COMPLETION = { model: "pm", choices: [{ index: 0, text: " upon a time", finish_reason: "stop", seed: 3 }] };
const VECTORS = [
	[0.1, 0.2],
	[0.3, 0.4],
];
const LABELS = [
	{ label: "cat", score: 0.9 },
	{ label: "dog", score: 0.1 },
];
const TRANSCRIPT = { text: "hello", segments: [{ text: "hello", start: 0, end: 1.5 }] };
const CHUNKED = { text: "hello", chunks: [{ text: "hello", timestamp: [0, 1.5] }] };

/** Answer and result of the tasks of hf-inference; the answer alone where it is the result. */
const HF: Record<string, { answer: Data; result?: Data }> = {
	"text-classification": { answer: [LABELS], result: LABELS },
	"question-answering": {
		answer: [{ answer: "a", end: 2, score: 0.5, start: 1 }],
		result: { answer: "a", end: 2, score: 0.5, start: 1 },
	},
	"audio-classification": { answer: LABELS },
	"automatic-speech-recognition": { answer: { text: "hello" } },
	"fill-mask": { answer: [{ score: 0.5, sequence: "s", token: 1, token_str: "t" }] },
	"feature-extraction": { answer: VECTORS },
	"image-classification": { answer: LABELS },
	"image-segmentation": {
		answer: [
			{ label: "cat", mask: "AQID", score: 0.5 },
			{ label: "sky", mask: "AQID" },
		],
	},
	"document-question-answering": { answer: [{ answer: "a", score: 0.5 }], result: { answer: "a", score: 0.5 } },
	"image-to-text": { answer: [{ generated_text: "a cat" }], result: { generated_text: "a cat" } },
	"object-detection": { answer: [{ label: "cat", score: 0.5, box: { xmin: 1, ymin: 2, xmax: 3, ymax: 4 } }] },
	"audio-to-audio": { answer: [{ label: "voice", "content-type": "audio/flac", blob: "CgsM" }] },
	"zero-shot-image-classification": { answer: LABELS },
	"zero-shot-classification": { answer: { sequence: "x", labels: ["cat", "dog"], scores: [0.9, 0.1] }, result: LABELS },
	"sentence-similarity": { answer: [0.5, 0.25] },
	"table-question-answering": {
		answer: { aggregator: "SUM", answer: "3", cells: ["1", "2"], coordinates: [[0, 1]] },
	},
	"tabular-classification": { answer: [0, 1] },
	"tabular-regression": { answer: [0.5, 1.5] },
	"token-classification": { answer: [{ end: 3, entity_group: "PER", score: 0.5, start: 0, word: "Ann" }] },
	translation: { answer: [{ translation_text: "Hallo" }], result: { translation_text: "Hallo" } },
	summarization: { answer: [{ summary_text: "short" }], result: { summary_text: "short" } },
	"visual-question-answering": { answer: [{ answer: "a", score: 0.5 }], result: { answer: "a", score: 0.5 } },
	"text-generation": {
		answer: { model: "pm", choices: [{ text: " upon a time", index: 0, finish_reason: "stop" }] },
		result: { generated_text: " upon a time" },
	},
};

/** The chunks as `textGenerationStream` yields them: token events that keep the members of the chunk. */
const TOKEN_EVENTS = CHUNKS.map((chunk, index) => {
	const texts = CHUNKS.map(({ choices }) => choices[0]?.delta.content ?? "");
	const isLast = index === CHUNKS.length - 1;
	return {
		...chunk,
		index,
		token: { id: index, text: texts[index], logprob: 0, special: false },
		generated_text: isLast ? texts.join("") : null,
		details: isLast ? { finish_reason: "stop", generated_tokens: CHUNKS.length, seed: null } : null,
	};
});

/** A vector for each text. */
function answerOfEmbeddings({ inputs }: CallSummary): Answers {
	const vectors = Array.isArray(inputs) ? VECTORS : VECTORS.slice(0, 1);
	return plain({ object: "list", data: vectors.map((embedding) => ({ embedding })) }, vectors);
}

/** Returns the answer of a service to a successful call. */
export function answer(call: CallSummary): Answers {
	const { provider, task, stream } = call;
	if (stream) {
		const events = [": hello", ...CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}`), "data: [DONE]"];
		return {
			replies: [{ type: "text/event-stream", text: `${events.join("\n\n")}\n\n` }],
			follow: [],
			result: { chunks: task === "text-generation" ? TOKEN_EVENTS : CHUNKS },
		};
	}
	if (task === "conversational") return plain(CHAT);
	if (provider === "hf-inference") return answerOfHub(call);
	if (provider === "fal-ai") return answerOfFal(call);
	if (provider === "replicate") return answerOfReplicate(call);
	if (provider === "wavespeed") return answerOfWavespeed(call);
	if (provider === "black-forest-labs") return answerOfBlackForest(call);
	if (provider === "zai-org") return answerOfZai(call);
	if (provider === "novita" && task === "text-to-video") return answerOfNovita(call);
	if (provider === "novita" && task === "image-text-to-video") return answerOfMinimax(call);
	if (provider === "together" && task.endsWith("-video")) return answerOfTogetherVideo(call);
	switch (task) {
		case "text-generation":
			return answerOfText(provider);
		case "feature-extraction":
			return answerOfEmbeddings(call);
		case "text-to-image":
		case "image-to-image":
			return answerOfImages(call);
		case "automatic-speech-recognition":
			return plain(TRANSCRIPT, CHUNKED);
		case "text-to-speech":
			return file(AUDIO);
	}
	throw new Error(`No answer for ${provider} ${task}`);
}

function plain(reply: Data, result: Data = reply): Answers {
	return { replies: [{ json: reply }], follow: [], result: { json: result } };
}

function file(result: { $blob: string; type: string }): Answers {
	return { replies: [download(result)], follow: [], result: { file: result } };
}

function download({ $blob, type }: { $blob: string; type: string }): CannedReply {
	return { type, base64: $blob };
}

function get(url: string, headers: Record<string, string> = {}): ExpectedRequest {
	return { method: "GET", url, headers };
}

/** The first answer, answers to polls (the last is the end of the job), and the file it points to. */
function job(
	call: CallSummary,
	first: Data,
	polls: [url: string, answer: Data][],
	result: { $blob: string; type: string },
	headers = call.headers,
): Answers {
	return {
		replies: [{ json: first }, ...polls.map(([, json]) => ({ json })), download(result)],
		follow: [...polls.map(([url]) => get(url, headers)), get(FILE_URL)],
		result: { file: result },
	};
}

/** An image job in the form the call asks for. `whole` is what `json` gives. */
function imageForms(call: CallSummary, answers: Answers, whole: Data): Answers {
	const { outputType } = call;
	const early = { replies: answers.replies.slice(0, -1), follow: answers.follow.slice(0, -1) };
	if (outputType === "url") return { ...early, result: { json: FILE_URL } };
	if (outputType === "json") return { ...early, result: { json: whole } };
	if (outputType === "dataUrl") return { ...answers, result: { json: "data:image/png;base64,AQID" } };
	return answers;
}

function base64Forms(call: CallSummary, whole: Data): Answers {
	const { outputType } = call;
	if (outputType === "json") return plain(whole);
	if (outputType === "url" || outputType === "dataUrl") return plain(whole, "data:image/jpeg;base64,AQID");
	return { ...plain(whole), result: { file: { $blob: "AQID", type: "image/jpeg" } } };
}

function answerOfImages(call: CallSummary): Answers {
	if (call.provider === "hyperbolic") return base64Forms(call, { images: [{ image: "AQID" }] });
	const givesUrls = ["deepinfra", "nebius", "together"].includes(call.provider);
	if (givesUrls && call.outputType === "url") return plain({ data: [{ url: FILE_URL }] }, FILE_URL);
	return base64Forms(call, { created: 1, data: [{ b64_json: "AQID" }] });
}

function answerOfText(provider: string): Answers {
	const generated_text = " upon a time";
	if (["groq", "novita", "hyperbolic"].includes(provider)) return plain(CHAT, { generated_text: "Hello" });
	const details = provider === "together" ? { details: { finish_reason: "stop", seed: 3 } } : {};
	return plain(COMPLETION, { generated_text, ...details });
}

function answerOfHub(call: CallSummary): Answers {
	const { task, outputType } = call;
	if (task === "text-to-image") {
		if (outputType === "json") return { ...file(IMAGE), result: { json: { output: "data:image/jpeg;base64,AQID" } } };
		if (outputType === "url") return { ...file(IMAGE), result: { json: "data:image/jpeg;base64,AQID" } };
		if (outputType === "dataUrl") return { ...file(IMAGE), result: { json: "data:image/png;base64,AQID" } };
		return file(IMAGE);
	}
	if (task === "image-to-image") return file(IMAGE);
	if (task === "text-to-speech" || task === "text-to-audio") return file(AUDIO);
	const known = HF[task];
	if (!known) throw new Error(`No answer for hf-inference ${task}`);
	return plain(known.answer, known.result);
}

function answerOfFal(call: CallSummary): Answers {
	const { task } = call;
	const images = { images: [{ url: FILE_URL, content_type: "image/png" }], prompt: "p" };
	const at = (answers: Answers): Answers => ({ ...answers, follow: [get(FILE_URL)] });
	if (task === "text-to-speech")
		return at({ ...file(AUDIO), replies: [{ json: { audio: { url: FILE_URL } } }, download(AUDIO)] });
	if (task === "automatic-speech-recognition") {
		return plain({ text: "hello", chunks: [{ text: "hello", timestamp: [0, 1.5], speaker: 1 }] }, CHUNKED);
	}
	const { origin, search } = new URL(call.url);
	const address = `${origin}${call.routed ? "/fal-ai" : ""}/fal-ai/other-model/requests/r1`;
	const queue = (result: Data, media: { $blob: string; type: string }): Answers =>
		job(
			call,
			{ request_id: "r1", status: "IN_QUEUE", response_url: "https://queue.fal.run/fal-ai/other-model/requests/r1" },
			[
				[`${address}/status${search}`, { status: "IN_QUEUE", queue_position: 1 }],
				[`${address}/status${search}`, { status: "COMPLETED" }],
				[`${address}${search}`, result],
			],
			media,
		);
	if (task === "text-to-image") {
		return imageForms(call, queue(images, IMAGE), images);
	}
	if (task.endsWith("-video")) return queue({ video: { url: FILE_URL } }, VIDEO);
	if (task.endsWith("-image")) return queue(images, IMAGE);
	if (task === "text-to-audio") return queue({ audio_file: { url: FILE_URL } }, AUDIO);
	if (task === "image-segmentation") {
		return {
			...queue({ image: { url: FILE_URL } }, IMAGE),
			result: { json: [{ label: "mask", score: 1, mask: "AQID" }] },
		};
	}
	const sound = { label: "speech", "content-type": "audio/mpeg", blob: "CgsM" };
	return { ...queue({ audio: { url: FILE_URL } }, AUDIO), result: { json: [sound] } };
}

function answerOfReplicate(call: CallSummary): Answers {
	const whole = { id: "p1", status: "succeeded", output: call.task.endsWith("-image") ? [FILE_URL] : FILE_URL };
	if (call.task === "automatic-speech-recognition") {
		return plain({ output: { transcription: "hello", language: "en" } }, { text: "hello" });
	}
	const media = call.task.endsWith("-image") ? IMAGE : call.task.endsWith("-video") ? VIDEO : AUDIO;
	return imageForms(call, job(call, whole, [], media), whole);
}

function answerOfWavespeed(call: CallSummary): Answers {
	const path = "/api/v3/predictions/w1/result";
	const address = `${new URL(call.url).origin}${call.routed ? "/wavespeed" : ""}${path}`;
	const urls = { get: `https://api.wavespeed.ai${path}` };
	const state = (status: string, outputs: string[]): Data => ({ code: 200, data: { id: "w1", status, outputs, urls } });
	const done = state("completed", [FILE_URL]);
	const polls: [string, Data][] = [
		[address, state("processing", [])],
		[address, done],
	];
	const media = call.task.endsWith("-image") ? IMAGE : VIDEO;
	return imageForms(call, job(call, state("created", []), polls, media), done);
}

function answerOfBlackForest(call: CallSummary): Answers {
	const address = "https://api.us1.bfl.ai/v1/get_result?id=b1";
	const result = { sample: FILE_URL, seed: 1 };
	const polls: [string, Data][] = [
		[`${address}&attempt=0`, { id: "b1", status: "Pending", result: null }],
		[`${address}&attempt=1`, { id: "b1", status: "Ready", result }],
	];
	const first = { id: "b1", polling_url: address };
	return imageForms(call, job(call, first, polls, IMAGE, { "Content-Type": "application/json" }), result);
}

function answerOfZai(call: CallSummary): Answers {
	if (call.task === "image-to-text") {
		return plain({ md_results: "# Page" }, { generated_text: "# Page", generatedText: "# Page" });
	}
	const address = `${new URL(call.url).origin}${call.routed ? "/zai-org" : ""}/api/paas/v4/async-result/z1`;
	const done = { task_status: "SUCCESS", image_result: [{ url: FILE_URL }] };
	const polls: [string, Data][] = [
		[address, { task_status: "PROCESSING" }],
		[address, done],
	];
	return imageForms(call, job(call, { id: "z1", task_status: "PROCESSING" }, polls, IMAGE), done);
}

function answerOfNovita(call: CallSummary): Answers {
	const base = `${new URL(call.url).origin}${call.routed ? "/novita" : ""}`;
	const address = `${base}/v3/async/task-result?task_id=n1`;
	const polls: [string, Data][] = [
		[address, { task: { status: "TASK_STATUS_PROCESSING" } }],
		[address, { task: { status: "TASK_STATUS_SUCCEED" }, videos: [{ video_url: FILE_URL }] }],
	];
	return job(call, { task_id: "n1" }, polls, VIDEO);
}

function answerOfMinimax(call: CallSummary): Answers {
	const base = `${new URL(call.url).origin}${call.routed ? "/novita" : ""}`;
	const address = `${base}/v3/minimax/v2/query/video_generation/m1`;
	const polls: [string, Data][] = [
		[address, { task: { status: "running" } }],
		[address, { task: { status: "succeeded", content: { url: FILE_URL } } }],
	];
	return job(call, { task_id: "m1" }, polls, VIDEO);
}

function answerOfTogetherVideo(call: CallSummary): Answers {
	const polls: [string, Data][] = [
		[`${call.url}/v1`, { id: "v1", status: "in_progress" }],
		[`${call.url}/v1`, { id: "v1", status: "completed", outputs: { video_url: FILE_URL } }],
	];
	return job(call, { id: "v1", status: "queued" }, polls, VIDEO);
}

/** Services that make images and videos in the background: a request queues a job, others read its state. */
import { getPath, readMember } from "../../base/json.ts";
import { type BodyFields, readFields } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { findTask } from "../known-models.ts";
import { jsonResponse } from "../responses.ts";
import type { Handler, IncomingCall } from "../types.ts";
import { checkBehavior, type FollowedJob, followJob, startJob } from "./jobs.ts";
import { imageOf, type Media, receiveImage, storeFile, videoOf } from "./media.ts";

/** Queues a job whose result contains the URL of a file. */
function queueFile(incoming: IncomingCall, model: string, media: Media, result: (url: string) => unknown): FollowedJob {
	const job = startJob(incoming, model, async () => result(storeFile(incoming, media)));
	return { job, state: "queued", result: undefined };
}

/** Returns what reports the state of a job: of the one that the path names, or the query under a name. */
const reportWith =
	(describe: (followed: FollowedJob, incoming: IncomingCall) => object, name?: string): Handler =>
	async (incoming) => {
		const id = name === undefined ? incoming.groups[0] : incoming.query.get(name);
		return jsonResponse(describe(await followJob(incoming, id), incoming));
	};

/** Queues an image of Black Forest Labs. */
export async function queueBflImage(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const prompt = fields.requireText("prompt");
	const seed = fields.integer("seed") ?? incoming.state.seed;
	const { job } = queueFile(incoming, model, imageOf(prompt, fields), (sample) => ({ sample, prompt, seed }));
	const polling_url = incoming.providerUrl("api.us1.bfl.ai", `v1/get_result?id=${job.id}`);
	return jsonResponse({ id: job.id, polling_url });
}

/** Reports the state of a job; no key is needed. */
export const pollBflImage = reportWith(
	({ job, state, result }) => ({
		id: job.id,
		status: { queued: "Pending", running: "Pending", done: "Ready", failed: "Error" }[state],
		result: result ?? null,
		progress: state === "done" ? 1 : null,
		...(state === "failed" ? { details: { error: job.failure } } : {}),
	}),
	"id",
);

/** Queues an image of Z.ai. */
export async function queueZaiImage(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const media = imageOf(fields.requireText("prompt"), fields);
	const { job } = queueFile(incoming, model, media, (url) => [{ url }]);
	return jsonResponse({ id: job.id, request_id: job.id, model, task_status: "PROCESSING" });
}

export const pollZaiImage = reportWith(({ job, state, result }) => ({
	id: job.id,
	request_id: job.id,
	task_status: { queued: "PROCESSING", running: "PROCESSING", done: "SUCCESS", failed: "FAIL" }[state],
	...(state === "done" ? { image_result: result } : {}),
}));

/** Returns the layout of a page, as Z.ai reads it. */
export async function answerLayout(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const image = await receiveImage(incoming, fields.get("file"), "file");
	checkBehavior(model);
	return jsonResponse({
		id: incoming.state.createId(),
		created: Math.floor(incoming.state.now() / 1000),
		model,
		md_results: image.caption,
		data_info: { num_pages: 1, pages: [{ width: image.width, height: image.height }] },
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	});
}

/** Accepts a job of WaveSpeed; the end of the model's name states the task. */
export async function queueWavespeed(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const task = findTask(model) ?? "text-to-image";
	const takesImage = task.startsWith("image-");
	// An image may come without a prompt, but not the other way round.
	const prompt = takesImage ? (fields.text("prompt") ?? "") : fields.requireText("prompt");
	const given = fields.get("image") ?? readMember(fields.get("images"), 0);
	if (takesImage) await receiveImage(incoming, given, "image");
	const media = task.endsWith("-to-video") ? videoOf(prompt, fields) : imageOf(prompt, fields);
	const job = queueFile(incoming, model, media, (url) => [url]);
	return jsonResponse(describeForWavespeed(job, incoming, model));
}

export const pollWavespeed = reportWith((job, incoming) => describeForWavespeed(job, incoming, ""));

function describeForWavespeed({ job, state, result }: FollowedJob, incoming: IncomingCall, model: string): object {
	return {
		code: 200,
		message: "success",
		data: {
			id: job.id,
			model,
			outputs: result ?? [],
			urls: { get: incoming.providerUrl("api.wavespeed.ai", `api/v3/predictions/${job.id}/result`) },
			status: { queued: "created", running: "processing", done: "completed", failed: "failed" }[state],
			created_at: new Date(incoming.state.now()).toISOString(),
			error: state === "failed" ? job.failure : "",
		},
	};
}

/** Queues a video of Together, from a prompt or a first frame. */
export async function queueTogetherVideo(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const frame = readFrame(fields.get("frame_images"));
	const prompt = frame === undefined ? fields.requireText("prompt") : (fields.text("prompt") ?? "");
	if (frame !== undefined) await receiveImage(incoming, frame, "frame_images");
	const job = queueFile(incoming, model, videoOf(prompt, fields), (video_url) => ({ video_url, cost: 0 }));
	return jsonResponse(describeForTogether(job, incoming, { model }));
}

export const pollTogetherVideo = reportWith((job, incoming) => describeForTogether(job, incoming, {}));

function describeForTogether({ job, state, result }: FollowedJob, incoming: IncomingCall, model: object): object {
	return {
		id: job.id,
		object: "video",
		...model,
		status: { queued: "queued", running: "in_progress", done: "completed", failed: "failed" }[state],
		created_at: Math.floor(incoming.state.now() / 1000),
		...(state === "done" ? { outputs: result } : {}),
		...(state === "failed" ? { error: { code: "generation_failed", message: job.failure } } : {}),
	};
}

/** Returns the first frame of a request; the others are checked too. */
function readFrame(value: unknown = []): unknown {
	if (!Array.isArray(value)) throw invalid("frame_images", "Invalid type for 'frame_images': expected an array.");
	const field = "frame_images.input_image";
	const frames = value.map((item) => readMember(item, "input_image"));
	for (const image of frames) {
		if (typeof image !== "string") throw invalid(field, "Missing 'input_image'.");
		if (image.length > 61_440) throw invalid(field, "String should have at most 61440 characters.");
	}
	return frames[0];
}

const describeVideo = (video_url: string) => ({ video_url, video_url_ttl: 0, video_type: "mp4" });

/** Reads the request for a video of a model in the route. */
async function readVideo({
	request,
	groups,
}: IncomingCall): Promise<{ model: string; media: Media; fields: BodyFields }> {
	const fields = await readFields(request);
	return { model: groups[0] ?? "", media: videoOf(fields.requireText("prompt"), fields), fields };
}

/** Queues a video of Novita. */
export async function queueNovitaVideo(incoming: IncomingCall): Promise<Response> {
	const { model, media, fields } = await readVideo(incoming);
	fields.integer("steps", 1, 200);
	return jsonResponse({ task_id: queueFile(incoming, model, media, describeVideo).job.id });
}

/** Makes a video at once: the form that huggingface_hub uses, `v3/hf/ID`. */
export async function answerNovitaVideo(incoming: IncomingCall): Promise<Response> {
	const { model, media } = await readVideo(incoming);
	checkBehavior(model);
	return jsonResponse({ video: describeVideo(storeFile(incoming, media)) });
}

export const pollNovita = reportWith(({ job, state, result }) => {
	const status = { queued: "QUEUED", running: "PROCESSING", done: "SUCCEED", failed: "FAILED" }[state];
	const reason = state === "failed" ? job.failure : "";
	const progress_percent = { queued: 0, running: 50, done: 100, failed: 0 }[state];
	return {
		extra: {},
		task: { task_id: job.id, status: `TASK_STATUS_${status}`, reason, progress_percent, eta: 0 },
		images: [],
		calls: [],
		videos: state === "done" ? [result] : [],
	};
}, "task_id");

const CHOICES = { resolution: ["768P", "2K"], ratio: ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16", "adaptive"] };

/** Queues a video of MiniMax at Novita: its prompt and first frame are parts of a message. */
export async function queueMinimaxVideo(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const content = fields.get("content");
	const parts = Array.isArray(content) ? content : [];
	const partOf = (type: string): unknown => parts.find((part) => readMember(part, "type") === type);
	const prompt = readMember(partOf("text"), "text");
	if (typeof prompt !== "string" || prompt === "") throw missing("content");
	const frame = getPath(partOf("image_url"), "image_url", "url");
	if (frame !== undefined) await receiveImage(incoming, frame, "content");
	for (const [name, choices] of Object.entries(CHOICES)) {
		const choice = fields.text(name);
		if (choice !== undefined && !choices.includes(choice)) throw invalid(name, `Use one of ${choices.join(", ")}.`);
	}
	fields.integer("duration", 4, 15);
	const { job } = queueFile(incoming, model, videoOf(prompt, fields), (url) => ({ url }));
	return jsonResponse({ task_id: job.id });
}

export const pollMinimaxVideo = reportWith(({ job, state, result }) => ({
	task: {
		id: job.id,
		status: { queued: "queued", running: "running", done: "succeeded", failed: "failed" }[state],
		...(state === "done" ? { content: result } : {}),
		...(state === "failed" ? { error: { message: job.failure } } : {}),
	},
}));

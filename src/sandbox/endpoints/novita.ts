import { getPath, readMember } from "../../base/json.ts";
import { readFields } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { pollJob } from "../jobs.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";

import { receiveImage, storeFile, videoOf } from "./media.ts";

const STATUS = {
	queued: "TASK_STATUS_QUEUED",
	running: "TASK_STATUS_PROCESSING",
	done: "TASK_STATUS_SUCCEED",
	failed: "TASK_STATUS_FAILED",
} as const;

/** Queues a job for a video. */
export async function queueNovitaVideo(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const media = videoOf(fields.requireText("prompt"), fields);
	fields.integer("steps", 1, 200);
	checkBehavior(model, "job");
	const job = startJob(incoming, model, async () => ({
		video_url: storeFile(incoming, media),
		video_url_ttl: 0,
		video_type: "mp4",
	}));
	return jsonResponse({ task_id: job.id });
}

/** Makes a video at once: the form that huggingface_hub uses, `v3/hf/ID`. */
export async function answerNovitaVideo(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const media = videoOf(fields.requireText("prompt"), fields);
	checkBehavior(model);
	const video_url = storeFile(incoming, media);
	return jsonResponse({ video: { video_url, video_url_ttl: 0, video_type: "mp4" } });
}

const CHOICES = {
	resolution: ["768P", "2K"],
	ratio: ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16", "adaptive"],
};

/** Queues a video of MiniMax: its prompt and first frame are parts of a message. */
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
	const media = videoOf(prompt, fields);
	checkBehavior(model, "job");
	const job = startJob(incoming, model, async () => ({ url: storeFile(incoming, media) }));
	return jsonResponse({ task_id: job.id });
}

/** The state of such a video. */
export async function pollMinimaxVideo(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.groups[0]);
	const state = pollJob(job, incoming.state.pendingPolls);
	const status = { queued: "queued", running: "running", done: "succeeded", failed: "failed" }[state];
	return jsonResponse({
		task: {
			id: job.id,
			status,
			...(state === "done" ? { content: await job.result() } : {}),
			...(state === "failed" ? { error: { message: job.failure } } : {}),
		},
	});
}

export async function pollNovita(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.query.get("task_id"));
	const jobState = pollJob(job, incoming.state.pendingPolls);
	return jsonResponse({
		extra: {},
		task: {
			task_id: job.id,
			status: STATUS[jobState],
			reason: jobState === "failed" ? job.failure : "",
			progress_percent: jobState === "done" ? 100 : jobState === "running" ? 50 : 0,
			eta: 0,
		},
		images: [],
		calls: [],
		videos: jobState === "done" ? [await job.result()] : [],
	});
}

import { readFields } from "../body.ts";
import { pollJob } from "../jobs.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";

import { storeFile, videoOf } from "./media.ts";

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

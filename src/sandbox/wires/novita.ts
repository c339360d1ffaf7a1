import { answerJson } from "../answers.ts";
import { readFields } from "../body.ts";
import { pollJob } from "../jobs.ts";
import type { Exchange } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import { filmOf, storeFile } from "./media.ts";

const STATUS = {
	queued: "TASK_STATUS_QUEUED",
	running: "TASK_STATUS_PROCESSING",
	done: "TASK_STATUS_SUCCEED",
	failed: "TASK_STATUS_FAILED",
} as const;

/** Takes a job for a film. */
export async function queueNovitaVideo(exchange: Exchange): Promise<Response> {
	const [model = ""] = exchange.groups;
	const fields = await readFields(exchange.request);
	const media = filmOf(exchange, fields.requireText("prompt"), undefined, fields);
	fields.integer("steps", 1, 200);
	checkBehaviour(model, "job");
	const job = startJob(exchange, model, async () => ({
		video_url: storeFile(exchange, media),
		video_url_ttl: 0,
		video_type: "mp4",
	}));
	return answerJson({ task_id: job.id });
}

export async function pollNovita(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.query.get("task_id"));
	const state = pollJob(job, exchange.world.pendingPolls);
	return answerJson({
		extra: {},
		task: {
			task_id: job.id,
			status: STATUS[state],
			reason: state === "failed" ? job.failure : "",
			progress_percent: state === "done" ? 100 : state === "running" ? 50 : 0,
			eta: 0,
		},
		images: [],
		videos: state === "done" ? [await job.result()] : [],
	});
}

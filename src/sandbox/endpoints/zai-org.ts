import { readFields } from "../body.ts";
import { pollJob } from "../jobs.ts";
import { captionImage } from "../media/analyze-image.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";

import { imageOf, receiveImage, storeFile } from "./media.ts";

/** Queues a job for an image. */
export async function queueZaiImage(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const media = imageOf(incoming, fields.requireText("prompt"), fields);
	checkBehavior(model, "job");
	const job = startJob(incoming, model, async () => [{ url: storeFile(incoming, media) }]);
	return jsonResponse({ id: job.id, request_id: job.id, model, task_status: "PROCESSING" });
}

export async function pollZaiImage(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.groups[0]);
	const jobState = pollJob(job, incoming.state.pendingPolls);
	return jsonResponse({
		id: job.id,
		request_id: job.id,
		task_status: jobState === "done" ? "SUCCESS" : jobState === "failed" ? "FAIL" : "PROCESSING",
		...(jobState === "done" ? { image_result: await job.result() } : {}),
	});
}

/** Returns the layout of a page. */
export async function answerLayout(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const image = await receiveImage(incoming, fields.get("file"), "file");
	checkBehavior(model);
	return jsonResponse({
		id: incoming.state.createId(),
		created: Math.floor(incoming.state.now() / 1000),
		model,
		md_results: captionImage(image),
		data_info: { num_pages: 1, pages: [{ width: image.info.width, height: image.info.height }] },
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	});
}

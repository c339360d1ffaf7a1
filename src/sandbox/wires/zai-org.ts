import { answerJson } from "../answers.ts";
import { readFields } from "../body.ts";
import { pollJob } from "../jobs.ts";
import { captionImage } from "../make/look-at-image.ts";
import type { Exchange } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import { pictureOf, receiveImage, storeFile } from "./media.ts";

/** Takes a job for a picture. */
export async function queueZaiImage(exchange: Exchange): Promise<Response> {
	const fields = await readFields(exchange.request);
	const model = fields.requireText("model");
	const media = pictureOf(exchange, fields.requireText("prompt"), fields);
	checkBehaviour(model, "job");
	const job = startJob(exchange, model, async () => [{ url: storeFile(exchange, media) }]);
	return answerJson({ id: job.id, request_id: job.id, model, task_status: "PROCESSING" });
}

export async function pollZaiImage(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.groups[0]);
	const state = pollJob(job, exchange.world.pendingPolls);
	return answerJson({
		id: job.id,
		request_id: job.id,
		task_status: state === "done" ? "SUCCESS" : state === "failed" ? "FAIL" : "PROCESSING",
		...(state === "done" ? { image_result: await job.result() } : {}),
	});
}

/** What is on a page. */
export async function answerLayout(exchange: Exchange): Promise<Response> {
	const fields = await readFields(exchange.request);
	const model = fields.requireText("model");
	const image = await receiveImage(exchange, fields.get("file"), "file");
	checkBehaviour(model);
	return answerJson({
		id: exchange.world.createId(),
		created: Math.floor(exchange.world.now() / 1000),
		model,
		md_results: captionImage(image),
		data_info: { num_pages: 1, pages: [{ width: image.info.width, height: image.info.height }] },
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	});
}

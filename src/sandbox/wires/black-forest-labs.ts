import { answerJson } from "../answers.ts";
import { readFields } from "../body.ts";
import { pollJob } from "../jobs.ts";
import type { Exchange } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import { pictureOf, storeFile } from "./media.ts";

const HOST = "api.us1.bfl.ai";

/** Takes a job for a picture. */
export async function queueBflImage(exchange: Exchange): Promise<Response> {
	const [model = ""] = exchange.groups;
	const fields = await readFields(exchange.request);
	const prompt = fields.requireText("prompt");
	const media = pictureOf(exchange, prompt, fields);
	checkBehaviour(model, "job");
	const job = startJob(exchange, model, async () => ({
		sample: storeFile(exchange, media),
		prompt,
		seed: fields.integer("seed") ?? exchange.world.seed,
	}));
	return answerJson({ id: job.id, polling_url: exchange.addressOf(HOST, `v1/get_result?id=${job.id}`) });
}

/** Tells how a job stands; the key is not asked for. */
export async function pollBflImage(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.query.get("id"));
	const state = pollJob(job, exchange.world.pendingPolls);
	const status = state === "done" ? "Ready" : state === "failed" ? "Error" : "Pending";
	return answerJson({
		id: job.id,
		status,
		result: state === "done" ? await job.result() : null,
		progress: state === "done" ? 1 : null,
		...(state === "failed" ? { details: { error: job.failure } } : {}),
	});
}

import { readFields } from "../body.ts";
import { pollJob } from "../jobs.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";

import { imageOf, storeFile } from "./media.ts";

const HOST = "api.us1.bfl.ai";

/** Queues a job for an image. */
export async function queueBflImage(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const prompt = fields.requireText("prompt");
	const media = imageOf(incoming, prompt, fields);
	checkBehavior(model, "job");
	const job = startJob(incoming, model, async () => ({
		sample: storeFile(incoming, media),
		prompt,
		seed: fields.integer("seed") ?? incoming.state.seed,
	}));
	return jsonResponse({ id: job.id, polling_url: incoming.providerUrl(HOST, `v1/get_result?id=${job.id}`) });
}

/** Reports the state of a job; no key is needed. */
export async function pollBflImage(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.query.get("id"));
	const jobState = pollJob(job, incoming.state.pendingPolls);
	const status = jobState === "done" ? "Ready" : jobState === "failed" ? "Error" : "Pending";
	return jsonResponse({
		id: job.id,
		status,
		result: jobState === "done" ? await job.result() : null,
		progress: jobState === "done" ? 1 : null,
		...(jobState === "failed" ? { details: { error: job.failure } } : {}),
	});
}

import { readFields } from "../body.ts";
import { type Job, pollJob } from "../jobs.ts";
import { findTask } from "../known-models.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";

import { editOf, imageOf, receiveImage, storeFile, videoOf } from "./media.ts";

const HOST = "api.wavespeed.ai";
const STATUS = { queued: "created", running: "processing", done: "completed", failed: "failed" } as const;

/** Accepts a job; the end of the model's name states the task. */
export async function queueWavespeed(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const task = findTask(model) ?? "text-to-image";
	const takesImage = task.startsWith("image-");
	// An image may come without a prompt, but not the other way round.
	const prompt = takesImage ? (fields.text("prompt") ?? "") : fields.requireText("prompt");
	const images = fields.get("images");
	const given = fields.get("image") ?? (Array.isArray(images) ? images[0] : undefined);
	const image = takesImage ? await receiveImage(incoming, given, "image") : undefined;
	const media = task.endsWith("-to-video")
		? videoOf(prompt, fields)
		: image
			? editOf(incoming, image, prompt, model, fields)
			: imageOf(incoming, prompt, fields);
	checkBehavior(model, "job");
	const job = startJob(incoming, model, async () => [storeFile(incoming, media)]);
	return jsonResponse(await describe(incoming, job, model, "queued"));
}

export async function pollWavespeed(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.groups[0]);
	return jsonResponse(await describe(incoming, job, "", pollJob(job, incoming.state.pendingPolls)));
}

async function describe(
	incoming: IncomingCall,
	job: Job,
	model: string,
	jobState: keyof typeof STATUS,
): Promise<unknown> {
	return {
		code: 200,
		message: "success",
		data: {
			id: job.id,
			model,
			outputs: jobState === "done" ? await job.result() : [],
			urls: { get: incoming.providerUrl(HOST, `api/v3/predictions/${job.id}/result`) },
			status: STATUS[jobState],
			created_at: new Date(incoming.state.now()).toISOString(),
			error: jobState === "failed" ? job.failure : "",
		},
	};
}

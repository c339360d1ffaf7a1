import { answerJson } from "../answers.ts";
import { readFields } from "../body.ts";
import { type Job, pollJob } from "../jobs.ts";
import { findTask } from "../models.ts";
import type { Exchange } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import { editOf, filmOf, pictureOf, receiveImage, storeFile } from "./media.ts";

const HOST = "api.wavespeed.ai";
const STATUS = { queued: "created", running: "processing", done: "completed", failed: "failed" } as const;

/** Takes a job; the end of the model's name tells for what. */
export async function queueWavespeed(exchange: Exchange): Promise<Response> {
	const [model = ""] = exchange.groups;
	const fields = await readFields(exchange.request);
	const task = findTask(model) ?? "text-to-image";
	const takesImage = task.startsWith("image-");
	// A picture may be given without a prompt, but not the other way round.
	const prompt = takesImage ? (fields.text("prompt") ?? "") : fields.requireText("prompt");
	const images = fields.get("images");
	const given = fields.get("image") ?? (Array.isArray(images) ? images[0] : undefined);
	const image = takesImage ? await receiveImage(exchange, given, "image") : undefined;
	const media = task.endsWith("-to-video")
		? filmOf(exchange, prompt, image, fields)
		: image
			? editOf(exchange, image, prompt, model, fields)
			: pictureOf(exchange, prompt, fields);
	checkBehaviour(model, "job");
	const job = startJob(exchange, model, async () => [storeFile(exchange, media)]);
	return answerJson(await describe(exchange, job, model, "queued"));
}

export async function pollWavespeed(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.groups[0]);
	return answerJson(await describe(exchange, job, "", pollJob(job, exchange.world.pendingPolls)));
}

async function describe(exchange: Exchange, job: Job, model: string, state: keyof typeof STATUS): Promise<unknown> {
	return {
		code: 200,
		message: "success",
		data: {
			id: job.id,
			model,
			outputs: state === "done" ? await job.result() : [],
			urls: { get: exchange.addressOf(HOST, `api/v3/predictions/${job.id}/result`) },
			status: STATUS[state],
			created_at: new Date(exchange.world.now()).toISOString(),
			error: state === "failed" ? job.failure : "",
		},
	};
}

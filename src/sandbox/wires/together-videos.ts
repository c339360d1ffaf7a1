import { answerJson } from "../answers.ts";
import { readFields } from "../body.ts";
import { invalid } from "../failure.ts";
import { isRecord } from "../is-record.ts";
import { type Job, pollJob } from "../jobs.ts";
import type { Exchange } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import { filmOf, receiveImage, storeFile } from "./media.ts";

/** Most characters of a first frame. */
const LONGEST_FRAME = 61_440;
const STATUS = { queued: "queued", running: "in_progress", done: "completed", failed: "failed" } as const;

/** Takes a job for a film, from a prompt or a first frame. */
export async function queueTogetherVideo(exchange: Exchange): Promise<Response> {
	const fields = await readFields(exchange.request);
	const model = fields.requireText("model");
	const [frame] = readFrames(fields.get("frame_images"));
	const prompt = frame === undefined ? fields.requireText("prompt") : (fields.text("prompt") ?? "");
	const image = frame === undefined ? undefined : await receiveImage(exchange, frame, "frame_images");
	const media = filmOf(exchange, prompt, image, fields);
	checkBehaviour(model, "job");
	const job = startJob(exchange, model, async () => ({ video_url: storeFile(exchange, media), cost: 0 }));
	return answerJson(await describe(exchange, job, model, "queued"));
}

export async function pollTogetherVideo(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.groups[0]);
	return answerJson(await describe(exchange, job, undefined, pollJob(job, exchange.world.pendingPolls)));
}

async function describe(
	{ world }: Exchange,
	job: Job,
	model: string | undefined,
	state: keyof typeof STATUS,
): Promise<unknown> {
	return {
		id: job.id,
		object: "video",
		...(model === undefined ? {} : { model }),
		status: STATUS[state],
		created_at: Math.floor(world.now() / 1000),
		...(state === "done" ? { outputs: await job.result() } : {}),
		...(state === "failed" ? { error: { code: "generation_failed", message: job.failure } } : {}),
	};
}

function readFrames(value: unknown): unknown[] {
	if (value === undefined) return [];
	if (!Array.isArray(value)) throw invalid("frame_images", "Invalid type for 'frame_images': expected an array.");
	return value.map((item: unknown) => {
		const image = isRecord(item) ? item["input_image"] : undefined;
		if (typeof image !== "string") throw invalid("frame_images.input_image", "Missing 'input_image'.");
		if (image.length > LONGEST_FRAME) {
			throw invalid("frame_images.input_image", `String should have at most ${LONGEST_FRAME} characters.`);
		}
		return image;
	});
}

import { isRecord } from "../../base/json.ts";
import { readFields } from "../body.ts";
import { invalid } from "../failure.ts";
import { type Job, pollJob } from "../jobs.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";

import { receiveImage, storeFile, videoOf } from "./media.ts";

/** Most characters of a first frame. */
const MAX_FRAME_LENGTH = 61_440;
const STATUS = { queued: "queued", running: "in_progress", done: "completed", failed: "failed" } as const;

/** Queues a job for a video, from a prompt or a first frame. */
export async function queueTogetherVideo(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const [frame] = readFrames(fields.get("frame_images"));
	const prompt = frame === undefined ? fields.requireText("prompt") : (fields.text("prompt") ?? "");
	if (frame !== undefined) await receiveImage(incoming, frame, "frame_images");
	const media = videoOf(prompt, fields);
	checkBehavior(model, "job");
	const job = startJob(incoming, model, async () => ({ video_url: storeFile(incoming, media), cost: 0 }));
	return jsonResponse(await describe(incoming, job, model, "queued"));
}

export async function pollTogetherVideo(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.groups[0]);
	return jsonResponse(await describe(incoming, job, undefined, pollJob(job, incoming.state.pendingPolls)));
}

async function describe(
	{ state }: IncomingCall,
	job: Job,
	model: string | undefined,
	jobState: keyof typeof STATUS,
): Promise<unknown> {
	return {
		id: job.id,
		object: "video",
		...(model === undefined ? {} : { model }),
		status: STATUS[jobState],
		created_at: Math.floor(state.now() / 1000),
		...(jobState === "done" ? { outputs: await job.result() } : {}),
		...(jobState === "failed" ? { error: { code: "generation_failed", message: job.failure } } : {}),
	};
}

function readFrames(value: unknown): unknown[] {
	if (value === undefined) return [];
	if (!Array.isArray(value)) throw invalid("frame_images", "Invalid type for 'frame_images': expected an array.");
	return value.map((item: unknown) => {
		const image = isRecord(item) ? item["input_image"] : undefined;
		if (typeof image !== "string") throw invalid("frame_images.input_image", "Missing 'input_image'.");
		if (image.length > MAX_FRAME_LENGTH) {
			throw invalid("frame_images.input_image", `String should have at most ${MAX_FRAME_LENGTH} characters.`);
		}
		return image;
	});
}

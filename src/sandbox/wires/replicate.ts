import { answerJson } from "../answers.ts";
import { Fields, readFields } from "../body.ts";
import { missing } from "../failure.ts";
import { type Job, pollJob } from "../jobs.ts";
import { transcribe } from "../make/listen.ts";
import { behaviourOf, findTask } from "../models.ts";
import type { Exchange } from "../types.ts";
import { openRecording } from "./audio.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import { editOf, filmOf, pictureOf, receiveFile, receiveImage, speechOf, storeFile } from "./media.ts";

const HOST = "api.replicate.com";
const STATUS = { queued: "starting", running: "processing", done: "succeeded", failed: "failed" } as const;

/** Takes a prediction; with `Prefer: wait` the answer is the finished one. */
export async function predict(exchange: Exchange): Promise<Response> {
	const fields = await readFields(exchange.request);
	const model = exchange.groups[0] || fields.requireText("version");
	const given = fields.object("input");
	if (!given) throw missing("input");
	const input = new Fields(given);
	const output = await createOutput(exchange, model, input);
	checkBehaviour(model, "job");
	const job = startJob(exchange, model, output);
	const waits = /\bwait\b/.test(exchange.request.headers.get("prefer") ?? "");
	const isLate = job.endless || behaviourOf(model) === "queued";
	const state = !waits || isLate ? "queued" : job.failure === undefined ? "done" : "failed";
	return answerJson(await describe(exchange, job, model, state, given), 201);
}

export async function pollPrediction(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.groups[0]);
	return answerJson(await describe(exchange, job, "", pollJob(job, exchange.world.pendingPolls), {}));
}

/** What a prediction gives: its input tells more than the name of the model, which may be a version alone. */
async function createOutput(exchange: Exchange, model: string, input: Fields): Promise<() => Promise<unknown>> {
	const audio = input.get("audio");
	if (audio !== undefined) {
		const recording = openRecording(await receiveFile(exchange, audio, "input.audio"), "input.audio");
		return async () => ({ ...transcribe(recording), transcription: transcribe(recording).text });
	}
	const image = input.get("image") ?? input.get("input_image");
	if (image !== undefined) {
		const received = await receiveImage(exchange, image, "input.image");
		const media = editOf(exchange, received, input.text("prompt") ?? "", model, input);
		return async () => [storeFile(exchange, media)];
	}
	if (input.get("text") !== undefined) {
		const media = speechOf(input.requireText("text"), input.text("voice") ?? model);
		return async () => storeFile(exchange, media);
	}
	const prompt = input.text("prompt");
	if (!prompt) throw missing("input.prompt");
	const isFilm = findTask(model)?.endsWith("-to-video") === true;
	const media = isFilm ? filmOf(exchange, prompt, undefined, input) : pictureOf(exchange, prompt, input);
	// Films come alone, pictures as a list.
	return async () => (isFilm ? storeFile(exchange, media) : [storeFile(exchange, media)]);
}

async function describe(
	{ world, addressOf }: Exchange,
	job: Job,
	model: string,
	state: keyof typeof STATUS,
	input: unknown,
): Promise<unknown> {
	const isOver = state === "done" || state === "failed";
	const time = new Date(world.now()).toISOString();
	return {
		id: job.id,
		model,
		version: "hidden",
		input,
		logs: "",
		output: state === "done" ? await job.result() : null,
		data_removed: false,
		error: state === "failed" ? job.failure : null,
		status: STATUS[state],
		created_at: time,
		...(isOver ? { started_at: time, completed_at: time, metrics: { predict_time: 0.1 } } : {}),
		urls: {
			get: addressOf(HOST, `v1/predictions/${job.id}`),
			cancel: addressOf(HOST, `v1/predictions/${job.id}/cancel`),
		},
	};
}

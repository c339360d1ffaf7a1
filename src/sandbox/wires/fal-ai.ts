import type { WidgetType } from "../../catalogue/index.ts";
import { answerJson } from "../answers.ts";
import { type Fields, readFields } from "../body.ts";
import { missing, ServiceFailure } from "../failure.ts";
import { pollJob } from "../jobs.ts";
import { toDataUrl } from "../make/base64.ts";
import { enhance, transcribe } from "../make/listen.ts";
import { createMask, listColors } from "../make/look-at-image.ts";
import { encodePng } from "../make/png.ts";
import { encodeWav } from "../make/wav.ts";
import { findTask } from "../models.ts";
import type { Exchange } from "../types.ts";
import { openRecording } from "./audio.ts";
import { checkBehaviour } from "./behaviour.ts";
import { findJob, startJob } from "./jobs.ts";
import {
	editOf,
	filmOf,
	type Media,
	musicOf,
	pictureOf,
	receiveFile,
	receiveImage,
	speechOf,
	storeFile,
} from "./media.ts";

const QUEUE_HOST = "queue.fal.run";
const STATUS = { queued: "IN_QUEUE", running: "IN_PROGRESS", done: "COMPLETED", failed: "COMPLETED" } as const;

/** Runs a model at once, or queues it: on the queue's own host, or routed with `_subdomain=queue`. */
export async function answerFal(exchange: Exchange): Promise<Response> {
	const [model = ""] = exchange.groups;
	const fields = await readFields(exchange.request);
	const result = await prepare(exchange, model, fields);
	const isQueued = exchange.host === QUEUE_HOST || exchange.query.get("_subdomain") === "queue";
	checkBehaviour(model, isQueued ? "job" : "call");
	if (!isQueued) return answerJson(await result());
	const job = startJob(exchange, model, result);
	return answerJson({ status: "IN_QUEUE", queue_position: 0, ...describe(exchange, model, job.id) });
}

export function pollFal(exchange: Exchange): Response {
	const [model = "", id] = exchange.groups;
	const job = findJob(exchange, id);
	const state = pollJob(job, exchange.world.pendingPolls);
	const isOver = state === "done" || state === "failed";
	return answerJson(
		{
			status: STATUS[state],
			...(state === "queued" ? { queue_position: 0 } : {}),
			...describe(exchange, model, job.id),
			logs: null,
			...(isOver ? { metrics: { inference_time: 0.1 } } : {}),
		},
		isOver ? 200 : 202,
	);
}

/** The result; a job that failed shows here what went wrong. */
export async function fetchFalResult(exchange: Exchange): Promise<Response> {
	const job = findJob(exchange, exchange.groups[1]);
	if (job.failure !== undefined) throw new ServiceFailure(500, job.failure);
	if (job.endless || job.polls <= exchange.world.pendingPolls)
		throw new ServiceFailure(400, "Request is still in progress");
	return answerJson(await job.result());
}

function describe({ addressOf }: Exchange, model: string, id: string): Record<string, string> {
	const address = addressOf(QUEUE_HOST, `${model}/requests/${id}`);
	return { request_id: id, response_url: address, status_url: `${address}/status`, cancel_url: `${address}/cancel` };
}

/** Checks the input, and returns what makes the result. */
async function prepare(exchange: Exchange, model: string, fields: Fields): Promise<() => Promise<unknown>> {
	const prompt = (): string => fields.requireText("prompt");
	const image = () => receiveImage(exchange, fields.get("image_url"), "image_url");
	switch (selectTask(model, fields)) {
		case "text-to-speech": {
			const media = speechOf(fields.requireText("text"), fields.text("voice") ?? model);
			return async () => ({ audio: await describeFile(exchange, media) });
		}
		case "text-to-audio": {
			const media = musicOf(exchange, prompt(), fields);
			return async () => ({ audio_file: await describeFile(exchange, media) });
		}
		case "automatic-speech-recognition": {
			const recording = openRecording(await receiveFile(exchange, fields.get("audio_url"), "audio_url"), "audio_url");
			return async () => transcribe(recording);
		}
		case "audio-to-audio": {
			const bytes = await receiveFile(exchange, fields.get("audio_url"), "audio_url");
			const { sound } = openRecording(bytes, "audio_url");
			const make = async () => (sound ? encodeWav(enhance(sound)) : bytes);
			return async () => ({ audio: await describeFile(exchange, { type: "audio/wav", extension: "wav", make }) });
		}
		case "text-to-video": {
			const media = filmOf(exchange, prompt(), undefined, fields);
			return async () => ({ video: await describeFile(exchange, media) });
		}
		case "image-to-video":
		case "image-text-to-video": {
			const hasImage = fields.get("image_url") !== undefined;
			const media = filmOf(
				exchange,
				hasImage ? (fields.text("prompt") ?? "") : prompt(),
				hasImage ? await image() : undefined,
				fields,
			);
			return async () => ({ video: await describeFile(exchange, media) });
		}
		case "image-to-image":
		case "image-text-to-image": {
			const hasImage = fields.get("image_url") !== undefined;
			const media = hasImage
				? editOf(exchange, await image(), fields.text("prompt") ?? "", model, fields)
				: pictureOf(exchange, prompt(), fields);
			return async () => ({ images: [await describeFile(exchange, media)], seed: fields.integer("seed") ?? 0 });
		}
		case "image-segmentation": {
			const { pixels, info } = await image();
			const [background] = listColors(pixels);
			const make = () => encodePng(createMask(pixels, background?.name ?? "white", info.width, info.height));
			return async () => ({ image: await describeFile(exchange, { type: "image/png", extension: "png", make }) });
		}
		default: {
			const text = prompt();
			const media = pictureOf(exchange, text, fields);
			const inline = fields.flag("sync_mode");
			return async () => ({
				images: [
					inline
						? { url: toDataUrl(await media.make(), media.type), content_type: media.type }
						: await describeFile(exchange, media),
				],
				timings: { inference: 0.1 },
				seed: fields.integer("seed") ?? exchange.world.seed,
				has_nsfw_concepts: [false],
				prompt: text,
			});
		}
	}
}

/** What is wanted: the end of the model's name tells; where it says nothing, or does not fit, the input does. */
function selectTask(model: string, fields: Fields): WidgetType {
	const named = findTask(model);
	const has = (name: string): boolean => fields.get(name) !== undefined;
	if (named !== undefined && named !== "conversational") {
		// The name may be cut short: `fal-ai/flux-2/edit` is called `fal-ai/flux-2` without a picture.
		if (named === "text-to-image" && has("image_url")) return "image-to-image";
		if (named === "text-to-video" && has("image_url")) return "image-to-video";
		return named;
	}
	if (has("audio_url")) return "automatic-speech-recognition";
	if (has("image_url")) return "image-to-image";
	if (has("text")) return "text-to-speech";
	if (!has("prompt")) throw missing("prompt");
	return "text-to-image";
}

async function describeFile(exchange: Exchange, media: Media): Promise<Record<string, unknown>> {
	const url = storeFile(exchange, media);
	return { url, content_type: media.type, file_name: url.split("/").at(-1) };
}

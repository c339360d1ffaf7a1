import { toBase64 } from "../../base/base64.ts";
import type { WidgetType } from "../../catalogue/index.ts";
import { type BodyFields, readFields } from "../body.ts";
import { missing, ServiceFailure } from "../failure.ts";
import { cancelJob, pollJob } from "../jobs.ts";
import { findTask } from "../known-models.ts";
import { transcribe } from "../media/recordings.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior, findJob, startJob } from "./jobs.ts";
import {
	imageOf,
	type Media,
	maskOf,
	musicOf,
	receiveAudio,
	receiveImage,
	SPEECH,
	speechOf,
	storeFile,
	videoOf,
} from "./media.ts";

const QUEUE_HOST = "queue.fal.run";
const STATUS = { queued: "IN_QUEUE", running: "IN_PROGRESS", done: "COMPLETED", failed: "COMPLETED" } as const;

/** Runs a model at once, or queues it: on the queue's own host, or routed with `_subdomain=queue`. */
export async function answerFal(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = await readFields(incoming.request);
	const result = await (PREPARE[selectTask(model, fields)] ?? prepareImage)(openInput(incoming, model, fields));
	const isQueued = incoming.host === QUEUE_HOST || incoming.query.get("_subdomain") === "queue";
	if (!isQueued) {
		checkBehavior(model);
		return jsonResponse(await result());
	}
	const job = startJob(incoming, model, result);
	return jsonResponse({ status: "IN_QUEUE", queue_position: 0, ...describe(incoming, model, job.id) });
}

export function pollFal(incoming: IncomingCall): Response {
	const [model = "", id] = incoming.groups;
	const job = findJob(incoming, id);
	const status = STATUS[pollJob(job, incoming.state.pendingPolls)];
	const members = {
		status,
		...(status === "IN_QUEUE" ? { queue_position: 0 } : {}),
		...describe(incoming, model, job.id),
		logs: null,
	};
	if (status !== "COMPLETED") return jsonResponse(members, 202);
	return jsonResponse({ ...members, metrics: { inference_time: 0.1 } });
}

/** Cancels a job that is not over yet. */
export function cancelFal(incoming: IncomingCall): Response {
	const job = findJob(incoming, incoming.groups[1]);
	cancelJob(job, incoming.state.pendingPolls);
	if (job.canceled) return jsonResponse({ status: "CANCELLATION_REQUESTED" }, 202);
	return jsonResponse({ status: "ALREADY_COMPLETED" }, 400);
}

/** Returns the result; a job that failed shows here what went wrong. */
export async function fetchFalResult(incoming: IncomingCall): Promise<Response> {
	const job = findJob(incoming, incoming.groups[1]);
	if (job.failure !== undefined) throw new ServiceFailure(500, job.failure);
	if (job.endless || job.polls <= incoming.state.pendingPolls) {
		// Some clients request only the result, never the state.
		job.polls++;
		throw new ServiceFailure(400, "Request is still in progress");
	}
	return jsonResponse(await job.result());
}

function describe({ providerUrl }: IncomingCall, model: string, id: string): Record<string, string> {
	const url = providerUrl(QUEUE_HOST, `${model}/requests/${id}`);
	return { request_id: id, response_url: url, status_url: `${url}/status`, cancel_url: `${url}/cancel` };
}

type FalInput = ReturnType<typeof openInput>;

/** The input of a job, and what reads it. */
function openInput(incoming: IncomingCall, model: string, fields: BodyFields) {
	const hasImage = fields.get("image_url") !== undefined;
	return {
		incoming,
		model,
		fields,
		hasImage,
		/** Required, unless there is an image to start from. */
		prompt: () => (hasImage ? (fields.text("prompt") ?? "") : fields.requireText("prompt")),
		image: () => receiveImage(incoming, fields.get("image_url"), "image_url"),
		recording: () => receiveAudio(incoming, fields.get("audio_url"), "audio_url"),
		file: (media: Media): Record<string, unknown> => {
			const url = storeFile(incoming, media);
			return { url, content_type: media.type, file_name: url.split("/").at(-1) };
		},
	};
}

/** Checks the input, and returns the function that computes the result. */
type Prepare = (input: FalInput) => Promise<() => Promise<unknown>>;

/** Prepares a result that is one file, in the member `name`. */
const oneFile =
	(name: string, prepare: (input: FalInput) => Media | Promise<Media>): Prepare =>
	async (input) => {
		const media = await prepare(input);
		return async () => ({ [name]: input.file(media) });
	};

const prepareVideo = oneFile("video", async (input) => {
	// An image that cannot be read is an error of the request.
	if (input.hasImage) await input.image();
	return videoOf(input.prompt(), input.fields);
});

const prepareEdit: Prepare = async (input) => {
	const { fields } = input;
	if (input.hasImage) await input.image();
	const media = imageOf(input.prompt(), fields);
	return async () => ({ images: [input.file(media)], seed: fields.integer("seed") ?? 0 });
};

const PREPARE: { readonly [Task in WidgetType]?: Prepare } = {
	"text-to-speech": oneFile("audio", ({ fields }) => speechOf(fields.requireText("text"))),
	"text-to-audio": oneFile("audio_file", ({ fields }) => musicOf(fields.requireText("prompt"), fields)),
	"automatic-speech-recognition": async (input) => {
		const recording = await input.recording();
		return async () => transcribe(recording);
	},
	"audio-to-audio": oneFile("audio", async (input) => {
		await input.recording();
		return SPEECH;
	}),
	"text-to-video": prepareVideo,
	"image-to-video": prepareVideo,
	"image-text-to-video": prepareVideo,
	"image-to-image": prepareEdit,
	"image-text-to-image": prepareEdit,
	"image-segmentation": oneFile("image", async (input) => {
		const picture = await input.image();
		return maskOf(picture, picture.objects[0]);
	}),
};

/** Every other model generates images. */
const prepareImage: Prepare = async (input) => {
	const { incoming, fields } = input;
	const prompt = fields.requireText("prompt");
	const media = imageOf(prompt, fields);
	const { type } = media;
	const isInline = fields.flag("sync_mode");
	return async () => ({
		images: [
			isInline ? { url: `data:${type};base64,${toBase64(await media.make())}`, content_type: type } : input.file(media),
		],
		timings: { inference: 0.1 },
		seed: fields.integer("seed") ?? incoming.state.seed,
		has_nsfw_concepts: [false],
		prompt,
	});
};

/** Returns the task: from the end of the model's name; where that is unknown or does not fit, from the input. */
function selectTask(model: string, fields: BodyFields): WidgetType {
	const named = findTask(model);
	const has = (name: string): boolean => fields.get(name) !== undefined;
	if (named !== undefined && named !== "conversational") {
		// The name may be cut short: `fal-ai/flux-2/edit` is called `fal-ai/flux-2` without an image.
		if (named === "text-to-image" && has("image_url")) return "image-to-image";
		return named === "text-to-video" && has("image_url") ? "image-to-video" : named;
	}
	if (has("audio_url")) return "automatic-speech-recognition";
	if (has("image_url")) return "image-to-image";
	if (has("text")) return "text-to-speech";
	if (!has("prompt")) throw missing("prompt");
	return "text-to-image";
}

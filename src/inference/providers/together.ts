import { getPath, isRecord, omitUndefined } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { getInOrder } from "../../http/list-order.ts";
import { completions, nestedCompletionPayload, readCompletion, withModel } from "../adapters/completions.ts";
import { embeddings } from "../adapters/embeddings.ts";
import { blobInput } from "../adapters/input.ts";
import { deliverImage, download, findImages, imageGenerations, responseFormat } from "../adapters/media.ts";
import { omit, rest } from "../adapters/payload.ts";
import { jobFailed, poll, segment } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import { speech, transcriptions } from "../adapters/speech.ts";
import type { TextGenerationOutput } from "../io/text.ts";
import type { Args, Call, ProviderResponse } from "../types.ts";
import { withTasks } from "./table.ts";

const POLLS = 150;
const VIDEOS = "v2/videos";
const encodeFrame = blobInput("Together image-to-video expects a Blob input.", "image/png");
/** Longest first frame of a video, in characters. */
const MAX_FRAME = 61_440;

export const together = withTasks("together", (conversational) => ({
	"text-to-image": imageGenerations(
		received("Together text-to-image API"),
		(call) => ({
			...rest(call.args),
			...parameters(call),
			prompt: call.args.inputs,
			response_format: responseFormat(call, "base64"),
			model: call.model,
		}),
		{ find: findImages },
	),
	conversational,
	"text-generation": completions(received("Together text generation API"), {
		payload: nestedCompletionPayload,
		read: withModel((data) => {
			const output = readCompletion(data);
			const finish_reason = getInOrder(data, "choices", 0, "finish_reason");
			const seed = getInOrder(data, "choices", 0, "seed");
			// The service reports only two of the details.
			return output && ({ ...output, details: { finish_reason, seed } } as TextGenerationOutput);
		}),
	}),
	"image-to-image": {
		route: () => "v1/images/generations",
		encode: blobInput("Together image-to-image expects a Blob input.", "image/jpeg"),
		payload: (call) => ({
			...rest(call.args),
			prompt: call.args.parameters?.["prompt"] ?? "",
			...imageField(call),
			...omit(parameters(call), "prompt"),
			response_format: "base64",
			model: call.model,
		}),
		parse: async (response) =>
			(await deliverImage(
				{ ...response, call: { ...response.call, outputType: "blob" } },
				findImages(response.data),
				received("Together image-to-image API"),
			)) as Blob,
	},
	"text-to-video": {
		route: () => VIDEOS,
		payload: (call) => ({
			...rest(call.args),
			...videoParameters(call),
			prompt: call.args.inputs,
			model: call.model,
		}),
		parse: fetchVideo,
	},
	"image-to-video": {
		route: () => VIDEOS,
		encode: async (args, transport) => checkFrame(await encodeFrame(args, transport)),
		payload: (call) => {
			const { prompt, ...others } = videoParameters(call);
			return {
				...rest(call.args),
				...others,
				frame_images: [{ input_image: call.args.inputs, frame: "first" }],
				model: call.model,
				...omitUndefined({ prompt: prompt ?? undefined }),
			};
		},
		parse: fetchVideo,
	},
	"feature-extraction": embeddings(received("Together feature-extraction (embeddings) API: {json}")),
	"text-to-speech": speech(received("Together text-to-speech API: {json}"), {
		// One model requires a voice.
		voice: (model) => (model.toLowerCase().includes("kokoro") ? "af_alloy" : undefined),
	}),
	"automatic-speech-recognition": transcriptions(received("Together automatic-speech-recognition API: {json}"), {
		refused: "Together automatic-speech-recognition expects a Blob, ArrayBuffer, or HTTP(S) URL string audio input.",
		passes: (value) => /^https?:\/\//.test(String(value)),
	}),
}));

function parameters({ args }: Call): Record<string, unknown> {
	const { num_inference_steps: steps, ...others } = args.parameters ?? {};
	return { ...others, ...omitUndefined({ steps }) };
}

function videoParameters(call: Call): Record<string, unknown> {
	const { target_size: size, ...others } = parameters(call);
	return { ...others, ...omitUndefined({ width: getPath(size, "width"), height: getPath(size, "height") }) };
}

/** Models that edit an image and models that use it as a reference take it under different names. */
function imageField({ args, model }: Call): object {
	const isEditor = ["kontext", "flux.1"].every((part) => model.toLowerCase().includes(part));
	return isEditor ? { image_url: args.inputs } : { reference_images: [args.inputs] };
}

/** The service rejects longer frames only after it has received them. */
function checkFrame(args: Args): Args {
	const { length } = String(args.inputs);
	if (length <= MAX_FRAME) return args;
	const [is, most] = [length, MAX_FRAME].map((count) => count.toLocaleString("en"));
	throw new InferenceClientInputError(
		`The image takes ${is} characters as a data URL; Together takes at most ${most} characters, an image of about 45 kB.`,
		"over-limit",
	);
}

async function fetchVideo(response: ProviderResponse): Promise<Blob> {
	const { data } = response;
	const id = getPath(data, "id");
	if (!isString(id) || id === "") throw malformed(received("Together video API: no job ID found in the response"));
	const malformedJob = received("Together video API: failed to parse job result");
	const job = isDone(getPath(data, "status"), data)
		? data
		: await poll(response, {
				target: `${VIDEOS}/${segment(id)}`,
				showHeaders: true,
				interval: 2000,
				limit: POLLS,
				failed: "Failed to fetch Together video job result",
				malformed: malformedJob,
				exhausted: () => `Timed out while waiting for Together video generation — aborting after ${POLLS} status polls`,
				status: ["status"],
				isDone: (status, answer) => {
					if (!isRecord(answer)) throw malformed(malformedJob);
					return isDone(status, answer);
				},
			});
	const noVideo = () => malformed("No video URL found in completed Together video job.");
	const url = getPath(job, "outputs", "video_url") || undefined;
	return download(response, url, noVideo, { text: "Failed to download Together video output" });
}

function isDone(status: unknown, job: unknown): boolean {
	if (status === undefined || status === "queued" || status === "in_progress") return false;
	if (status === "failed") {
		const detail = getPath(job, "error", "message");
		throw jobFailed(`Together video generation failed: ${isString(detail) ? detail : "Unknown error"}`);
	}
	if (status !== "completed") throw jobFailed(`Unexpected Together video job status: ${JSON.stringify(status)}`);
	return true;
}

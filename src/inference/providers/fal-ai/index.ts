import { encodeBase64 } from "../../../base/base64.ts";
import { defined, getPath } from "../../../base/json.ts";
import { InferenceClientInputError } from "../../../errors.ts";
import { encodeDataUrl, readInput } from "../../adapters/input.ts";
import { deliverImage, download, isFileUrl } from "../../adapters/media.ts";
import { flat, omit, promptPayload, rest } from "../../adapters/payload.ts";
import { isString, malformed, received } from "../../adapters/shape.ts";
import { chunksOf, mediaType, recording } from "../../adapters/speech.ts";
import type { ImageSegmentationOutput } from "../../io/image.ts";
import type { AudioToAudioOutput } from "../../io.ts";
import type { Provider, ProviderResponse, TaskAdapter } from "../../types.ts";
import { type ImageInput, imageLists, imageUrl, orNone } from "./image-input.ts";
import { lora, queued } from "./queue.ts";

const MALFORMED = received("Fal.ai");
const SDXL = "stabilityai/stable-diffusion-xl-base-1.0";
const NO_AUDIO = "Failed to fetch audio from {url}: {detail}";

/** Type of a recording → the name the service knows it by. */
const AUDIO_TYPES: Record<string, string> = {
	"audio/mpeg": "audio/mpeg",
	"audio/mp4": "audio/mp4",
	"audio/wav": "audio/x-wav",
	"audio/x-wav": "audio/x-wav",
	"audio/mp3": "audio/mpeg",
	"audio/wave": "audio/x-wav",
	"audio/webm": "video/webm",
	"video/webm": "video/webm",
};

/** Types of recordings fal.ai takes. */
const FAL_AI_SUPPORTED_BLOB_TYPES = Object.keys(AUDIO_TYPES);

export const falAi = {
	id: "fal-ai",
	label: "Fal.ai",
	hubOrg: "fal",
	baseUrl: "https://fal.run",
	scheme: "Key",
	tasks: {
		"text-to-image": queued("text-to-image", {
			payload: (call) => {
				const weights = lora(call);
				// This model needs the base model beside the weights.
				const needsBase = call.model === "fal-ai/lora" && "loras" in weights;
				return { ...promptPayload(call), ...weights, ...(needsBase ? { model_name: SDXL } : {}) };
			},
			read: (result, response) => {
				const image = { url: getPath(result, "images", 0, "url") };
				return deliverImage(response, image, `${MALFORMED} text-to-image API`, result);
			},
		}),
		"text-to-speech": {
			route: ({ model }) => model,
			payload: ({ args }) => ({ ...flat(args), text: args.inputs }),
			parse: (response) => {
				const error = `${MALFORMED} Text-to-Speech API: expected { audio: { url: string } } format, got instead: {json}`;
				const headers = { "Content-Type": "application/json" };
				return download(response, getPath(response.data, "audio", "url"), () => malformed(error, response.data), {
					text: NO_AUDIO,
					headers,
				});
			},
		},
		"text-to-video": queued("text-to-video", {
			payload: (call) => ({ ...promptPayload(call), ...lora(call) }),
			read: file(
				["video", "url"],
				`${MALFORMED} text-to-video API: expected { video: { url: string } } result format, got instead: {json}`,
			),
		}),
		"image-to-image": imageQueue("image-to-image", imageLists),
		"automatic-speech-recognition": {
			route: ({ model }) => model,
			encode: async (args, transport) => ({
				...omit(args, "data"),
				inputs: await encodeAudio(await readInput(recording(args), transport)),
			}),
			payload: ({ args: { inputs, ...others } }) => (inputs === undefined ? others : { ...others, audio_url: inputs }),
			parse: ({ data }) => {
				const text = [getPath(data, "text"), getPath(data, "output")].find(isString);
				if (text === undefined) {
					throw malformed(
						`${MALFORMED} Automatic Speech Recognition API: expected { text: string } or { output: string } format, got instead: {json}`,
						data,
					);
				}
				const chunks = chunksOf(getPath(data, "chunks"), ({ timestamp }) => timestamp);
				const segments = chunksOf(getPath(data, "segments"), ({ start, end }) => [start ?? 0, end ?? 0]);
				const found = [chunks, segments].find(({ length }) => length > 0);
				return { text, ...(found ? { chunks: found } : {}) };
			},
		},
		"image-segmentation": queued<ImageSegmentationOutput>("image-segmentation", {
			encode: async ({ data, ...args }, transport) => ({
				...args,
				inputs: args.parameters?.["image_url"] ?? (await encodeDataUrl(data ?? args.inputs, transport)),
			}),
			payload: ({ args }) => ({
				...flat(args),
				image_url: args.parameters?.["image_url"] ?? args.inputs,
				sync_mode: true,
			}),
			read: async (result, response) => {
				const error = `${MALFORMED} image-segmentation API: expected { image: { url: string } } format, got instead: {json}`;
				const mask = await download(response, getPath(result, "image", "url"), () => malformed(error, result), {
					text: "Failed to fetch segmentation mask from {url}",
				});
				return [{ label: "mask", score: 1, mask: await encodeBase64(mask) }];
			},
		}),
		"image-to-video": videoQueue("image-to-video", imageUrl),
		"audio-to-audio": queued<AudioToAudioOutput[]>("audio-to-audio", {
			encode: async ({ data, ...args }, transport) => {
				const input = await readInput(data ?? args.inputs, transport);
				if (input instanceof Blob) return { ...args, inputs: await encodeAudio(input) };
				throw new InferenceClientInputError(
					`Expected a Blob input for audio-to-audio with provider fal-ai, got ${typeof input}.`,
				);
			},
			payload: ({ args }) => ({ ...rest(args), audio_url: args.inputs, ...args.parameters }),
			read: async (result, response) => {
				const error = `${MALFORMED} audio-to-audio API: expected { audio: { url: string } } result format, got instead: {json}`;
				const blob = await file(["audio", "url"], error, NO_AUDIO)(result, response);
				const label = getPath(result, "text");
				return [
					{
						blob: await encodeBase64(blob),
						"content-type": [getPath(result, "audio", "content_type"), blob.type].find(isText) ?? "audio/wav",
						label: isText(label) ? label : "speech",
					},
				];
			},
		}),
		"text-to-audio": queued("text-to-audio", {
			payload: promptPayload,
			read: (result, response) => {
				const error = `${MALFORMED} text-to-audio API: expected { audio_file: { url: string } } or { audio: { url: string } } result format, got instead: {json}`;
				const member = isFileUrl(getPath(result, "audio_file", "url")) ? "audio_file" : "audio";
				return file([member, "url"], error, NO_AUDIO)(result, response);
			},
		}),
		"image-text-to-image": imageQueue("image-text-to-image", orNone(imageLists)),
		"image-text-to-video": videoQueue("image-text-to-video", orNone(imageUrl)),
	},
} as const satisfies Provider;

function imageQueue(task: string, input: ImageInput): TaskAdapter<Blob> {
	return queued(task, {
		...input,
		read: file(
			["images", 0, "url"],
			`${MALFORMED} image-to-image API: expected { images: Array<{ url: string }> } result format, got instead: {json}`,
		),
	});
}

function videoQueue(task: string, input: ImageInput): TaskAdapter<Blob> {
	return queued(task, {
		...input,
		// The hyphens of this text are U+2011: programs may look for it as it is.
		read: file(["video", "url"], `${MALFORMED} image‑to‑video API: expected { video: { url: string } }, got: {json}`),
	});
}

/** Reads a result that is the URL of a file. */
function file(
	path: (string | number)[],
	error: string,
	text?: string,
): (result: unknown, response: ProviderResponse) => Promise<Blob> {
	return async (result, response) => {
		const fail = () => malformed(error, result);
		const url = getPath(result, ...path);
		if (!isFileUrl(url)) throw fail();
		return download(response, url, fail, defined({ text }));
	};
}

function isText(value: unknown): value is string {
	return isString(value) && value !== "";
}

/** Returns a recording as a data URL, under the type the service knows. */
async function encodeAudio(input: unknown): Promise<string> {
	if (!(input instanceof Blob) || input.type === "") {
		throw new InferenceClientInputError(
			"Unable to determine the input's content-type. Make sure your are passing a Blob when using provider fal-ai.",
		);
	}
	const type = AUDIO_TYPES[mediaType(input)];
	if (type === undefined) {
		throw new InferenceClientInputError(
			`Provider fal-ai does not support blob type ${input.type} - supported content types are: ${FAL_AI_SUPPORTED_BLOB_TYPES.join(", ")}`,
		);
	}
	return `data:${type};base64,${await encodeBase64(input)}`;
}

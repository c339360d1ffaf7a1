import { encodeBase64 } from "../../base/base64.ts";
import { getPath } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { parseHttpUrl } from "../../http/index.ts";
import { encodeDataUrl, imageInput, readInput } from "../adapters/input.ts";
import { deliverImage, download, fileAt, filesAt, firstFile, isFileUrl } from "../adapters/media.ts";
import { flat, omit, promptPayload, rest } from "../adapters/payload.ts";
import { ask, poll } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import { chunksOf, mediaType, recording } from "../adapters/speech.ts";
import { isRouted } from "../build-request.ts";
import type { ImageSegmentationOutput } from "../io/media.ts";
import type { AudioToAudioOutput } from "../io.ts";
import type { Call, Provider, ProviderResponse, TaskAdapter } from "../types.ts";

interface Queued<Output> extends Pick<TaskAdapter<Output>, "copies" | "encode" | "payload"> {
	/** The result; `response` is for downloads. */
	read(result: unknown, response: ProviderResponse): Promise<Output>;
	/** Path of the model on direct calls, where it is not the model's id. */
	path?: (call: Call) => string;
}

/** Returns a task of fal.ai that goes through its queue. */
function queued<Output>(
	task: string,
	{ read, path = ({ model }) => model, ...adapter }: Queued<Output>,
): TaskAdapter<Output> {
	const error = received(`Fal.ai ${task} API`);
	return {
		...adapter,
		baseUrl: "https://queue.fal.run",
		route: (call) => (isRouted(call.auth) ? `${call.model}?_subdomain=queue` : path(call)),
		parse: async (response) => read(await followQueue(response, error), response),
	};
}

async function followQueue(response: ProviderResponse, error: string): Promise<unknown> {
	const { data, url } = response;
	if (!getPath(data, "request_id")) throw malformed(`${error}: no request ID found in the response`);
	// The path may name a different model than the called one.
	const path = parseHttpUrl(getPath(data, "response_url"))?.pathname;
	if (path === undefined) throw malformed(`${error}: no response URL found in the response`);
	const query = new URL(url).search;
	const question = (what: string) => ({
		failed: `Failed to fetch response ${what} from fal-ai API`,
		malformed: `Failed to parse ${what} response from fal-ai API: received malformed response`,
	});
	if (getPath(data, "status") !== "COMPLETED") {
		const status = question("status");
		await poll(response, {
			...status,
			target: `${path}/status${query}`,
			interval: 500,
			status: ["status"],
			noStatus: status.malformed,
			isDone: (state) => state === "COMPLETED",
		});
	}
	return ask(response, { ...question("result"), target: path + query });
}

/** Returns the weights of an adapter, which the service fetches from Hugging Face. */
function lora({ mapping }: Call): object {
	if (mapping?.adapter !== "lora" || !mapping.adapterWeightsPath) return {};
	// Always this URL: the service cannot reach a private mirror of Hugging Face.
	const path = `https://huggingface.co/${mapping.hfModelId}/resolve/main/${mapping.adapterWeightsPath}`;
	return { loras: [{ path, scale: 1 }] };
}

/** How a task of fal.ai takes its image. */
type ImageInput = Omit<Queued<Blob>, "read"> & Required<Pick<TaskAdapter, "encode">>;

/** The image alone and as a list: models differ in which they read. */
const imageLists: ImageInput = {
	encode: imageInput(),
	copies: ["image_urls"],
	payload: (call) => {
		const { inputs } = call.args;
		return { ...flat(call.args), image_url: inputs, image_urls: [inputs], ...lora(call) };
	},
};

/** The image alone; an `image_url` of the caller's takes its place. */
const imageUrl: ImageInput = {
	encode: async (args, transport) =>
		givenUrl(args) ? args : { ...args, inputs: await encodeDataUrl(args.inputs, transport) },
	payload: (call) => {
		const { args } = call;
		return { ...rest(args), ...args.parameters, image_url: givenUrl(args) ?? args.inputs, ...lora(call) };
	},
};

function givenUrl(args: Call["args"]): unknown {
	return args["image_url"] ?? args.parameters?.["image_url"];
}

/** For tasks with an optional image: without one, the model is called under its parent's path. */
function orNone({ encode, payload, ...input }: ImageInput): ImageInput {
	return {
		...input,
		encode: async (args, transport) => (args.inputs == null ? args : encode(args, transport)),
		payload: (call) => {
			const { args } = call;
			if (args.inputs != null) return payload(call);
			return { ...flat(args), prompt: args.parameters?.["prompt"], ...lora(call) };
		},
		path: ({ args, model }) => (args.inputs == null ? model.split("/").slice(0, -1).join("/") : model),
	};
}

const MALFORMED = received("Fal.ai");
const NO_AUDIO = "Failed to fetch audio from {url}: {detail}";

/** Type of a recording → its name at the service. */
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

const imagesIn = (result: unknown) => filesAt(result, ["images"], (item) => ({ url: getPath(item, "url") }));

const readImage = firstFile(
	imagesIn,
	`${MALFORMED} image-to-image API: expected { images: Array<{ url: string }> } result format, got instead: {json}`,
);

// The hyphens of this text are U+2011: programs may search for this exact text.
const readVideo = fileAt(
	["video", "url"],
	`${MALFORMED} image‑to‑video API: expected { video: { url: string } }, got: {json}`,
);

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
				return {
					...promptPayload(call),
					...weights,
					...(needsBase ? { model_name: "stabilityai/stable-diffusion-xl-base-1.0" } : {}),
				};
			},
			read: (result, response) => deliverImage(response, imagesIn(result), `${MALFORMED} text-to-image API`, result),
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
			read: fileAt(
				["video", "url"],
				`${MALFORMED} text-to-video API: expected { video: { url: string } } result format, got instead: {json}`,
			),
		}),
		"image-to-image": queued("image-to-image", { ...imageLists, read: readImage }),
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
		"image-to-video": queued("image-to-video", { ...imageUrl, read: readVideo }),
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
				const blob = await fileAt(["audio", "url"], error, NO_AUDIO)(result, response);
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
				return fileAt([member, "url"], error, NO_AUDIO)(result, response);
			},
		}),
		"image-text-to-image": queued("image-text-to-image", { ...orNone(imageLists), read: readImage }),
		"image-text-to-video": queued("image-text-to-video", { ...orNone(imageUrl), read: readVideo }),
	},
} as const satisfies Provider;

function isText(value: unknown): value is string {
	return isString(value) && value !== "";
}

/** Returns a recording as a data URL, under the type that the service accepts. */
async function encodeAudio(input: unknown): Promise<string> {
	if (!(input instanceof Blob) || input.type === "") {
		throw new InferenceClientInputError(
			"Unable to determine the input's content-type. Make sure your are passing a Blob when using provider fal-ai.",
		);
	}
	const type = AUDIO_TYPES[mediaType(input)];
	if (type === undefined) {
		throw new InferenceClientInputError(
			`Provider fal-ai does not support blob type ${input.type} - supported content types are: ${Object.keys(AUDIO_TYPES).join(", ")}`,
		);
	}
	return `data:${type};base64,${await encodeBase64(input)}`;
}

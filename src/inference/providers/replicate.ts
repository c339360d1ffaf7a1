import { getPath, textOf } from "../../base/json.ts";
import { parseHttpUrl } from "../../http/index.ts";
import { blobInput, imageInput } from "../adapters/input.ts";
import {
	deliverImage,
	download,
	downloadFirst,
	type FoundFile,
	filesAt,
	isFile,
	isFileUrl,
} from "../adapters/media.ts";
import { flat, omit, promptPayload } from "../adapters/payload.ts";
import { jobFailed, poll } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import type { Call, Provider, ProviderResponse } from "../types.ts";

export const replicate = {
	id: "replicate",
	label: "Replicate",
	hubOrg: "replicate",
	baseUrl: "https://api.replicate.com",
	headers: { Prefer: "wait" },
	tasks: {
		"text-to-image": {
			route,
			payload: (call) => prediction(call, { ...promptPayload(call), lora_weights: loraWeights(call) }),
			parse: async (response) => {
				const data = await finishPrediction(response);
				return deliverImage(response, findUrls(data), errorOf("text-to-image"), data);
			},
		},
		"text-to-speech": {
			route,
			payload: (call) => prediction(call, { ...omit(flat(call.args), "prompt"), text: call.args.inputs }),
			parse: async (response) => {
				if (isFile(response.data)) return response.data;
				return downloadFirst(response, findUrls(await finishPrediction(response)), failure("text-to-speech"));
			},
		},
		"text-to-video": {
			route,
			payload: (call) => prediction(call, promptPayload(call)),
			parse: async (response) => {
				const output = getPath(await finishPrediction(response), "output");
				return download(response, isFileUrl(output) ? output : undefined, failure("text-to-video"));
			},
		},
		"image-to-image": {
			route,
			encode: imageInput("image/jpeg"),
			copies: ["image", "images", "input_images"],
			payload: (call) => {
				const image = call.args.inputs;
				// Models read different ones.
				const images = { image, images: [image], input_image: image, input_images: [image] };
				return prediction(call, { ...flat(call.args), ...images, lora_weights: loraWeights(call) });
			},
			parse: async (response) =>
				downloadFirst(response, findUrls(await finishPrediction(response)), failure("image-to-image")),
		},
		"automatic-speech-recognition": {
			route,
			encode: blobInput("Audio input must be a Blob", "audio/wav"),
			payload: (call) => prediction(call, { ...flat(call.args), audio: call.args.inputs }),
			parse: async (response) => {
				const output = getPath(await finishPrediction(response), "output");
				// A list has the pieces of one text.
				const pieces =
					Array.isArray(output) && output.length > 0 && output.every(isString) ? output.join("") : undefined;
				const texts = [output, pieces, getPath(output, "transcription"), getPath(output, "translation")];
				const text = texts.find(isString);
				if (text !== undefined) return { text };
				const file = await download(response, getPath(output, "txt_file"), failure("automatic-speech-recognition"));
				return { text: await file.text() };
			},
		},
	},
} as const satisfies Provider;

/** A model written with a version is called by the version alone. */
function route({ model }: Call): string {
	return model.includes(":") ? "v1/predictions" : `v1/models/${model}/predictions`;
}

function prediction({ model }: Call, input: object): object {
	return { input, version: model.split(":")[1] };
}

function loraWeights({ mapping }: Call): string | undefined {
	return mapping?.adapter === "lora" && mapping.adapterWeightsPath
		? `https://huggingface.co/${mapping.hfModelId}`
		: undefined;
}

const errorOf = (task: string) => received(`Replicate ${task} API`);
const failure = (task: string) => () => malformed(errorOf(task));

/** Returns the URLs of files: the output, or the items of a list. */
function findUrls(data: unknown): FoundFile[] {
	const output = getPath(data, "output");
	return isString(output) ? [{ url: output }] : filesAt(data, ["output"], (url) => ({ url }));
}

/** The service waits for a minute; a longer prediction is polled until it ends. */
async function finishPrediction(response: ProviderResponse): Promise<unknown> {
	const { data } = response;
	const path = parseHttpUrl(getPath(data, "urls", "get"))?.pathname;
	if (!isUnderWay(data) || path === undefined) return data;
	return poll(response, {
		target: path,
		interval: 1000,
		failed: "Failed to fetch the prediction from Replicate",
		malformed: received("Replicate: failed to parse the prediction"),
		status: ["status"],
		isDone: (status, answer) => {
			if (isUnderWay(answer)) return false;
			if (status === "succeeded") return true;
			const detail = getPath(answer, "error");
			throw jobFailed(`Replicate prediction ${textOf(status)}${isString(detail) ? `: ${detail}` : ""}`);
		},
	});
}

function isUnderWay(data: unknown): boolean {
	const status = getPath(data, "status");
	return (status === "starting" || status === "processing") && (getPath(data, "output") ?? null) === null;
}

import { toBase64 } from "../../base/base64.ts";
import { isRecord } from "../../base/json.ts";
import { Fields } from "../body.ts";
import { ServiceFailure } from "../failure.ts";
import { classifySound, enhance, transcribe } from "../media/analyze-audio.ts";
import {
	askImage,
	captionImage,
	classifyImage,
	createMask,
	findRegions,
	listColors,
	matchImageLabels,
} from "../media/analyze-image.ts";
import { encodePng } from "../media/png.ts";
import type { ReceivedImage } from "../media/read-image.ts";
import { encodeWav } from "../media/wav.ts";
import { jsonResponse } from "../responses.ts";
import { openRecording } from "./audio.ts";
import { type HfInput, type HfTask, requireBytes, requireInputText, requireLabels } from "./hf-input.ts";
import { editOf, imageOf, musicOf, openImage, sendMedia, speechOf } from "./media.ts";

/** Image and audio tasks in the form of hf-inference. */
export const HF_MEDIA_TASKS: Readonly<Record<string, HfTask>> = {
	"text-to-image": (input, incoming) => sendMedia(imageOf(incoming, requireInputText(input), input.parameters)),
	"image-to-image": async (input, incoming) => {
		const image = await readInput(input);
		return sendMedia(editOf(incoming, image, input.parameters.text("prompt") ?? "", input.model, input.parameters));
	},
	"image-classification": async (input) =>
		jsonResponse(classifyImage(await readInput(input), input.parameters.integer("top_k", 1) ?? 5)),
	"object-detection": async (input) => {
		const image = await readInput(input);
		const threshold = input.parameters.number("threshold", 0, 1) ?? 0.5;
		return jsonResponse(findRegions(image).filter(({ score }) => score >= threshold));
	},
	"image-segmentation": async (input) => {
		const { pixels, info } = await readInput(input);
		const colors = listColors(pixels).filter(({ share }) => share >= 0.04);
		const segments = colors.map(async ({ name, share }) => ({
			score: Number((0.6 + 0.4 * share).toFixed(6)),
			label: name,
			mask: toBase64(await encodePng(createMask(pixels, name, info.width, info.height))),
		}));
		return jsonResponse(await Promise.all(segments));
	},
	"image-to-text": async (input) => jsonResponse([{ generated_text: captionImage(await readInput(input)) }]),
	"zero-shot-image-classification": async (input) => {
		const labels = requireLabels(input);
		const value = isRecord(input.inputs) ? input.inputs["image"] : input.inputs;
		const image = await openImage(requireBytes(input, value), "inputs.image");
		return jsonResponse(matchImageLabels(image, labels));
	},
	"visual-question-answering": async (input) => jsonResponse(await ask(input)),
	"document-question-answering": async (input) =>
		jsonResponse((await ask(input)).map((answer) => ({ ...answer, start: 0, end: 0 }))),
	"automatic-speech-recognition": (input) => {
		const { text, chunks } = transcribe(openRecording(requireBytes(input), "inputs"));
		return jsonResponse(input.parameters.get("return_timestamps") ? { text, chunks } : { text });
	},
	"audio-classification": (input) => {
		const topK = input.parameters.integer("top_k", 1) ?? 5;
		return jsonResponse(classifySound(openRecording(requireBytes(input), "inputs"), input.model, topK));
	},
	"audio-to-audio": (input) => {
		const bytes = requireBytes(input);
		const { sound } = openRecording(bytes, "inputs");
		const result = sound ? encodeWav(enhance(sound)) : bytes;
		return jsonResponse([{ label: "enhanced", "content-type": "audio/wav", blob: toBase64(result) }]);
	},
	"text-to-speech": (input) =>
		sendMedia(speechOf(requireInputText(input), input.parameters.text("voice") ?? input.model)),
	"text-to-audio": (input, incoming) => sendMedia(musicOf(incoming, requireInputText(input), input.parameters)),
};

const readInput = (input: HfInput): Promise<ReceivedImage> => openImage(requireBytes(input), "inputs");

async function ask(input: HfInput): Promise<{ answer: string; score: number }[]> {
	if (!isRecord(input.inputs)) throw new ServiceFailure(400, "`inputs` must be an object with `question` and `image`.");
	const question = new Fields(input.inputs).requireText("question");
	const image = await openImage(requireBytes(input, input.inputs["image"]), "inputs.image");
	return askImage(question, image, input.parameters.integer("top_k", 1) ?? 1);
}

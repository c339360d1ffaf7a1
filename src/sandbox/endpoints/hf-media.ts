import { toBase64 } from "../../base/base64.ts";
import { isRecord } from "../../base/json.ts";
import { BodyFields } from "../body.ts";
import { ServiceFailure } from "../failure.ts";
import { answerImageQuestion, classifyPicture, matchPicture, type Picture } from "../media/pictures.ts";
import { SOUNDS, transcribe } from "../media/recordings.ts";
import { jsonResponse } from "../responses.ts";
import { softmax } from "../text/labels.ts";
import { type HfInput, type HfTask, requireBytes, requireInputText, requireLabels } from "./hf-input.ts";
import { imageOf, maskOf, musicOf, readAudio, readImage, SPEECH, sendMedia, speechOf } from "./media.ts";

/** Image and audio tasks in the form of hf-inference. */
export const HF_MEDIA_TASKS: Readonly<Record<string, HfTask>> = {
	"text-to-image": (input) => sendMedia(imageOf(requireInputText(input), input.parameters)),
	"image-to-image": async (input) => {
		await openImage(input);
		return sendMedia(imageOf(input.parameters.text("prompt") ?? "", input.parameters));
	},
	"image-classification": async (input) => {
		const topK = input.parameters.integer("top_k", 1) ?? 5;
		return jsonResponse(classifyPicture(await openImage(input)).slice(0, topK));
	},
	"object-detection": async (input) => {
		const { objects } = await openImage(input);
		const threshold = input.parameters.number("threshold", 0, 1) ?? 0.5;
		return jsonResponse(objects.filter(({ score }) => score >= threshold));
	},
	"image-segmentation": async (input) => {
		const picture = await openImage(input);
		const segments = picture.objects.map(async (found) => ({
			score: found.score,
			label: found.label,
			mask: toBase64(await maskOf(picture, found).make()),
		}));
		return jsonResponse(await Promise.all(segments));
	},
	"image-to-text": async (input) => jsonResponse([{ generated_text: (await openImage(input)).caption }]),
	"zero-shot-image-classification": async (input) => {
		const labels = requireLabels(input);
		const value = isRecord(input.inputs) ? input.inputs["image"] : input.inputs;
		return jsonResponse(matchPicture(await readImage(requireBytes(input, value), "inputs.image"), labels));
	},
	"visual-question-answering": async (input) => jsonResponse(await ask(input)),
	"document-question-answering": async (input) =>
		jsonResponse((await ask(input)).map((answer) => ({ ...answer, start: 0, end: 0 }))),
	"automatic-speech-recognition": async (input) => {
		const { text, chunks } = transcribe(await readAudio(requireBytes(input), "inputs"));
		return jsonResponse(input.parameters.get("return_timestamps") ? { text, chunks } : { text });
	},
	"audio-classification": async (input) => {
		const topK = input.parameters.integer("top_k", 1) ?? 5;
		const { kind } = await readAudio(requireBytes(input), "inputs");
		const weights = SOUNDS.map((sound, index): [string, number] => [sound, sound === kind ? 3 : -index]);
		return jsonResponse(softmax(weights).slice(0, topK));
	},
	"audio-to-audio": async (input) => {
		await readAudio(requireBytes(input), "inputs");
		return jsonResponse([{ label: "enhanced", "content-type": SPEECH.type, blob: toBase64(await SPEECH.make()) }]);
	},
	"text-to-speech": (input) => sendMedia(speechOf(requireInputText(input))),
	"text-to-audio": (input) => sendMedia(musicOf(requireInputText(input), input.parameters)),
};

const openImage = (input: HfInput): Promise<Picture> => readImage(requireBytes(input), "inputs");

async function ask(input: HfInput): Promise<{ answer: string; score: number }[]> {
	if (!isRecord(input.inputs)) throw new ServiceFailure(400, "`inputs` must be an object with `question` and `image`.");
	const question = new BodyFields(input.inputs).requireText("question");
	input.parameters.integer("top_k", 1);
	return answerImageQuestion(question, await readImage(requireBytes(input, input.inputs["image"]), "inputs.image"));
}

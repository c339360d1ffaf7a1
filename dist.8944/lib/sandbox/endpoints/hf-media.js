import { Fields } from "../body.js";
import { ServiceFailure } from "../failure.js";
import { isRecord } from "../is-record.js";
import { classifySound, enhance, transcribe } from "../media/analyze-audio.js";
import {
  askImage,
  captionImage,
  classifyImage,
  createMask,
  findRegions,
  listColors,
  matchImageLabels
} from "../media/analyze-image.js";
import { toBase64 } from "../media/base64.js";
import { encodePng } from "../media/png.js";
import { encodeWav } from "../media/wav.js";
import { bytesResponse, jsonResponse } from "../responses.js";
import { openRecording } from "./audio.js";
import { checkLabels, requireBytes, requireInputText } from "./hf-input.js";
import { editOf, imageOf, musicOf, openImage, speechOf } from "./media.js";
const SMALLEST_SEGMENT = 0.04;
const HF_MEDIA_TASKS = {
  "text-to-image": async (input, incoming) => {
    const media = imageOf(incoming, requireInputText(input), input.parameters);
    return bytesResponse(await media.make(), media.type);
  },
  "image-to-image": async (input, incoming) => {
    const image = await openImage(requireBytes(input), "inputs");
    const media = editOf(incoming, image, input.parameters.text("prompt") ?? "", input.model, input.parameters);
    return bytesResponse(await media.make(), media.type);
  },
  "image-classification": async (input) => {
    const image = await openImage(requireBytes(input), "inputs");
    return jsonResponse(classifyImage(image, input.parameters.integer("top_k", 1) ?? 5));
  },
  "object-detection": async (input) => {
    const image = await openImage(requireBytes(input), "inputs");
    const threshold = input.parameters.number("threshold", 0, 1) ?? 0.5;
    return jsonResponse(findRegions(image).filter(({ score }) => score >= threshold));
  },
  "image-segmentation": async (input) => {
    const { pixels, info } = await openImage(requireBytes(input), "inputs");
    const colors = listColors(pixels).filter(({ share }) => share >= SMALLEST_SEGMENT);
    const segments = colors.map(async ({ name, share }) => ({
      score: Number((0.6 + 0.4 * share).toFixed(6)),
      label: name,
      mask: toBase64(await encodePng(createMask(pixels, name, info.width, info.height)))
    }));
    return jsonResponse(await Promise.all(segments));
  },
  "image-to-text": async (input) => {
    const image = await openImage(requireBytes(input), "inputs");
    return jsonResponse([{ generated_text: captionImage(image) }]);
  },
  "zero-shot-image-classification": async (input) => {
    const given = input.parameters.get("candidate_labels");
    const labels = (Array.isArray(given) ? given : String(given ?? "").split(",")).map((label) => String(label).trim());
    checkLabels(labels);
    const value = isRecord(input.inputs) ? input.inputs["image"] : input.inputs;
    const image = await openImage(requireBytes(input, value), "inputs.image");
    return jsonResponse(matchImageLabels(image, labels));
  },
  "visual-question-answering": async (input) => jsonResponse(await ask(input)),
  "document-question-answering": async (input) => jsonResponse((await ask(input)).map((answer) => ({ ...answer, start: 0, end: 0 }))),
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
  "text-to-speech": async (input) => {
    const media = speechOf(requireInputText(input), input.parameters.text("voice") ?? input.model);
    return bytesResponse(await media.make(), media.type);
  },
  "text-to-audio": async (input, incoming) => {
    const media = musicOf(incoming, requireInputText(input), input.parameters);
    return bytesResponse(await media.make(), media.type);
  }
};
async function ask(input) {
  if (!isRecord(input.inputs)) throw new ServiceFailure(400, "`inputs` must be an object with `question` and `image`.");
  const question = new Fields(input.inputs).requireText("question");
  const image = await openImage(requireBytes(input, input.inputs["image"]), "inputs.image");
  return askImage(question, image, input.parameters.integer("top_k", 1) ?? 1);
}
export {
  HF_MEDIA_TASKS
};

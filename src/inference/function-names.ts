import type { TaskTypes } from "./io.ts";

/** Task id → its function, which is also a method of `InferenceClient`; `client.ts` does not compile without it. */
export const FUNCTION_NAMES = {
	conversational: "chatCompletion",
	"text-generation": "textGeneration",
	"feature-extraction": "featureExtraction",
	"fill-mask": "fillMask",
	"question-answering": "questionAnswering",
	"sentence-similarity": "sentenceSimilarity",
	summarization: "summarization",
	"table-question-answering": "tableQuestionAnswering",
	"text-classification": "textClassification",
	"token-classification": "tokenClassification",
	translation: "translation",
	"zero-shot-classification": "zeroShotClassification",
	"document-question-answering": "documentQuestionAnswering",
	"visual-question-answering": "visualQuestionAnswering",
	"audio-classification": "audioClassification",
	"audio-to-audio": "audioToAudio",
	"automatic-speech-recognition": "automaticSpeechRecognition",
	"text-to-speech": "textToSpeech",
	"text-to-audio": "textToAudio",
	"image-classification": "imageClassification",
	"image-segmentation": "imageSegmentation",
	"object-detection": "objectDetection",
	"image-to-text": "imageToText",
	"zero-shot-image-classification": "zeroShotImageClassification",
	"text-to-image": "textToImage",
	"text-to-video": "textToVideo",
	"image-to-image": "imageToImage",
	"image-to-video": "imageToVideo",
	"image-text-to-image": "imageTextToImage",
	"image-text-to-video": "imageTextToVideo",
	"tabular-classification": "tabularClassification",
	"tabular-regression": "tabularRegression",
} as const satisfies Readonly<Record<keyof TaskTypes, string>>;

/** Returns the name of a task's function; undefined for a task that has none. */
export function functionName(task: string): string | undefined {
	return Object.hasOwn(FUNCTION_NAMES, task) ? FUNCTION_NAMES[task as keyof TaskTypes] : undefined;
}

import type { ModelDataMinimal, PipelineType } from "../../catalogue/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { isChatTask } from "../inputs.ts";
import { hasTag } from "../model.ts";

/** What is common to the snippets of several tasks. */
export type Template =
	| "basic"
	| "basicAudio"
	| "basicImage"
	| "conversational"
	| "conversationalStream"
	| "documentQuestionAnswering"
	| "imageToImage"
	| "imageToVideo"
	| "questionAnswering"
	| "tableQuestionAnswering"
	| "tabular"
	| "textToAudio"
	| "textToImage"
	| "textToSpeech"
	| "textToVideo"
	| "zeroShotClassification"
	| "zeroShotImageClassification";

const TEMPLATES: { readonly [Task in PipelineType]?: Template } = {
	"audio-classification": "basicAudio",
	"audio-to-audio": "basicAudio",
	"automatic-speech-recognition": "basicAudio",
	"document-question-answering": "documentQuestionAnswering",
	"feature-extraction": "basic",
	"fill-mask": "basic",
	"image-classification": "basicImage",
	"image-segmentation": "basicImage",
	"image-text-to-image": "imageToImage",
	"image-text-to-text": "conversational",
	"image-text-to-video": "imageToVideo",
	"image-to-image": "imageToImage",
	"image-to-text": "basicImage",
	"image-to-video": "imageToVideo",
	"object-detection": "basicImage",
	"question-answering": "questionAnswering",
	"sentence-similarity": "basic",
	summarization: "basic",
	"table-question-answering": "tableQuestionAnswering",
	"tabular-classification": "tabular",
	"tabular-regression": "tabular",
	"text-classification": "basic",
	"text-generation": "basic",
	"text-to-audio": "textToAudio",
	"text-to-image": "textToImage",
	"text-to-speech": "textToSpeech",
	"text-to-video": "textToVideo",
	"token-classification": "basic",
	translation: "basic",
	"zero-shot-classification": "zeroShotClassification",
	"zero-shot-image-classification": "zeroShotImageClassification",
};

/** What the snippets of a model are about. */
export interface Subject {
	task: InferenceTask;
	template: Template;
}

/** What the snippets of a model are about; undefined when there are none for its task. */
export function findSubject(model: ModelDataMinimal, streaming: boolean): Subject | undefined {
	const task = model.pipeline_tag;
	if (!task || task === "other" || !Object.hasOwn(TEMPLATES, task)) return undefined;
	const template = TEMPLATES[task];
	if (!template) return undefined;
	if (!isChatTask(task) || !hasTag(model, "conversational")) return { task, template };
	return { task: "conversational", template: streaming ? "conversationalStream" : "conversational" };
}

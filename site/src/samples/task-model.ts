import { type Modality, type PipelineType, TASKS_DATA, TASKS_MODEL_LIBRARIES } from "modelhub/tasks";
import type { ModelRecord } from "../page.ts";
import { recordsOf } from "./served.ts";

/** Task → the class that loads its models with transformers. */
const AUTO_MODELS: Record<string, string> = {
	"audio-classification": "AutoModelForAudioClassification",
	"automatic-speech-recognition": "AutoModelForSpeechSeq2Seq",
	"depth-estimation": "AutoModelForDepthEstimation",
	"document-question-answering": "AutoModelForDocumentQuestionAnswering",
	"feature-extraction": "AutoModel",
	"fill-mask": "AutoModelForMaskedLM",
	"image-classification": "AutoModelForImageClassification",
	"image-segmentation": "AutoModelForImageSegmentation",
	"image-text-to-text": "AutoModelForImageTextToText",
	"mask-generation": "AutoModelForMaskGeneration",
	"object-detection": "AutoModelForObjectDetection",
	"question-answering": "AutoModelForQuestionAnswering",
	summarization: "AutoModelForSeq2SeqLM",
	"table-question-answering": "AutoModelForTableQuestionAnswering",
	"text-classification": "AutoModelForSequenceClassification",
	"text-generation": "AutoModelForCausalLM",
	"token-classification": "AutoModelForTokenClassification",
	translation: "AutoModelForSeq2SeqLM",
	"video-classification": "AutoModelForVideoClassification",
	"visual-question-answering": "AutoModelForVisualQuestionAnswering",
	"zero-shot-classification": "AutoModelForSequenceClassification",
	"zero-shot-image-classification": "AutoModelForZeroShotImageClassification",
	"zero-shot-object-detection": "AutoModelForZeroShotObjectDetection",
};

const CHATS = new Set(["text-generation", "image-text-to-text"]);
const PROCESSORS: Record<string, string> = {
	audio: "AutoProcessor",
	cv: "AutoImageProcessor",
	multimodal: "AutoProcessor",
	nlp: "AutoTokenizer",
};

/**
 * Returns a record of a model that a provider serves for a task, else of a recommended one, without asking Hugging Face: the task and its most common library.
 * Undefined if no model is recommended.
 */
export function taskModel(id: string, modality?: Modality): (ModelRecord & { tags: string[] }) | undefined {
	const [served] = recordsOf(id);
	if (served) return { ...served, tags: served.tags ?? [] };
	const task = id as PipelineType;
	const model = TASKS_DATA[task]?.models[0]?.id;
	if (!model) return undefined;
	const libraries = TASKS_MODEL_LIBRARIES[task] ?? [];
	const autoModel = AUTO_MODELS[task];
	const usual = (["diffusers", ...(autoModel ? (["transformers"] as const) : [])] as const).find((name) =>
		libraries.includes(name),
	);
	const library = usual ?? libraries.find((name) => name !== "transformers");
	const isDiffuser = library === "diffusers";
	return {
		id: model,
		pipeline_tag: task,
		...(library ? { library_name: library } : {}),
		tags: [...(library ? [library] : []), task, ...(CHATS.has(task) ? ["conversational"] : [])],
		...(autoModel && !isDiffuser
			? {
					transformersInfo: {
						auto_model: autoModel,
						pipeline_tag: task,
						processor: PROCESSORS[modality ?? ""] ?? "AutoTokenizer",
					},
				}
			: {}),
		...(task === "fill-mask" ? { mask_token: "[MASK]" } : {}),
	};
}

/** All task ids, in order: within a modality the more specific come first, and a model without an explicit task gets the first that fits. */
export const PIPELINE_TYPES = [
	"text-classification",
	"token-classification",
	"table-question-answering",
	"question-answering",
	"zero-shot-classification",
	"translation",
	"summarization",
	"feature-extraction",
	"text-generation",
	"fill-mask",
	"sentence-similarity",
	"text-to-speech",
	"text-to-audio",
	"automatic-speech-recognition",
	"audio-to-audio",
	"audio-classification",
	"audio-text-to-text",
	"voice-activity-detection",
	"depth-estimation",
	"image-classification",
	"object-detection",
	"image-segmentation",
	"text-to-image",
	"image-to-text",
	"image-to-image",
	"image-to-video",
	"unconditional-image-generation",
	"video-classification",
	"reinforcement-learning",
	"robotics",
	"tabular-classification",
	"tabular-regression",
	"tabular-to-text",
	"table-to-text",
	"multiple-choice",
	"text-ranking",
	"text-retrieval",
	"time-series-forecasting",
	"text-to-video",
	"image-text-to-text",
	"image-text-to-image",
	"image-text-to-video",
	"visual-question-answering",
	"document-question-answering",
	"zero-shot-image-classification",
	"graph-ml",
	"mask-generation",
	"zero-shot-object-detection",
	"text-to-3d",
	"image-to-3d",
	"image-feature-extraction",
	"video-text-to-text",
	"keypoint-detection",
	"visual-document-retrieval",
	"any-to-any",
	"video-to-video",
	"other",
] as const;

/** Id of a task, such as `text-to-image`; the value of a model's `pipeline_tag`. */
export type PipelineType = (typeof PIPELINE_TYPES)[number];

/** A task or `conversational`, the name under which chat models are shown and called. */
export type WidgetType = PipelineType | "conversational";

/** A task that models are called for. */
export type InferenceTask = Exclude<WidgetType, "other">;

/** The most common tasks, in this order. */
export const COMMON_TASKS: readonly InferenceTask[] = [
	"conversational",
	"text-to-image",
	"automatic-speech-recognition",
	"text-to-speech",
	"feature-extraction",
];

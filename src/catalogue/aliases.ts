import { PIPELINE_TYPES, type WidgetType } from "./ids.ts";

/** Short names under which a task may be given. */
export const TASK_ALIASES = {
	chat: "conversational",
	"chat-completion": "conversational",
	vlm: "conversational",
	generate: "text-generation",
	complete: "text-generation",
	completion: "text-generation",
	embed: "feature-extraction",
	embedding: "feature-extraction",
	embeddings: "feature-extraction",
	similarity: "sentence-similarity",
	rerank: "text-ranking",
	classify: "text-classification",
	sentiment: "text-classification",
	"zero-shot": "zero-shot-classification",
	ner: "token-classification",
	entities: "token-classification",
	qa: "question-answering",
	"table-qa": "table-question-answering",
	tqa: "table-question-answering",
	docqa: "document-question-answering",
	"document-qa": "document-question-answering",
	dqa: "document-question-answering",
	vqa: "visual-question-answering",
	"visual-qa": "visual-question-answering",
	summarize: "summarization",
	summary: "summarization",
	translate: "translation",
	mask: "fill-mask",
	asr: "automatic-speech-recognition",
	stt: "automatic-speech-recognition",
	transcribe: "automatic-speech-recognition",
	"speech-to-text": "automatic-speech-recognition",
	tts: "text-to-speech",
	speak: "text-to-speech",
	tta: "text-to-audio",
	a2a: "audio-to-audio",
	"classify-audio": "audio-classification",
	vad: "voice-activity-detection",
	t2i: "text-to-image",
	image: "text-to-image",
	imagine: "text-to-image",
	i2i: "image-to-image",
	t2v: "text-to-video",
	video: "text-to-video",
	i2v: "image-to-video",
	v2v: "video-to-video",
	it2i: "image-text-to-image",
	it2v: "image-text-to-video",
	i2t: "image-to-text",
	caption: "image-to-text",
	"classify-image": "image-classification",
	"classify-video": "video-classification",
	"zero-shot-image": "zero-shot-image-classification",
	clip: "zero-shot-image-classification",
	detect: "object-detection",
	objects: "object-detection",
	"zero-shot-detection": "zero-shot-object-detection",
	segment: "image-segmentation",
	depth: "depth-estimation",
	keypoints: "keypoint-detection",
	t23d: "text-to-3d",
	i23d: "image-to-3d",
	forecast: "time-series-forecasting",
} as const satisfies Record<string, WidgetType>;

/** A short name of a task. */
export type TaskAlias = keyof typeof TASK_ALIASES;

const BY_NAME: ReadonlyMap<string, WidgetType> = new Map<string, WidgetType>([
	...Object.entries(TASK_ALIASES),
	...PIPELINE_TYPES.map((id) => [id, id] as const),
	["conversational", "conversational"],
]);

/** All names a task may be given under: ids first, then short names. */
export const TASK_NAMES: readonly string[] = [...PIPELINE_TYPES, "conversational", ...Object.keys(TASK_ALIASES)];

/** The task of an id or a short name; case does not count, and `_` or a space do for `-`. */
export function findTask(word: string): WidgetType | undefined {
	return BY_NAME.get(
		word
			.trim()
			.toLowerCase()
			.replace(/[\s_]+/g, "-"),
	);
}

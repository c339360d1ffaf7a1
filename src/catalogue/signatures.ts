import type { InferenceTask } from "./ids.ts";
import { type InputKind, inputFacts, type OutputKind } from "./kinds.ts";

export type { InputKind, OutputKind } from "./kinds.ts";

/** A required parameter of a task. */
export type Need = "labels";

/** The facts about a task; everything else derives from them. */
export interface Signature {
	input: InputKind;
	output: OutputKind;
	needs?: readonly Need[];
	/** Short names, also accepted by `-t`. */
	aliases?: readonly string[];
	/** The default model, where it is not the first of the task's record. */
	defaultModel?: string;
}

const ROWS = {
	conversational: {
		input: "messages",
		output: "chat",
		aliases: ["chat", "chat-completion", "vlm"],
		// Capable, open, cheap, answers without thinking first, and many providers serve it.
		defaultModel: "Qwen/Qwen3-235B-A22B-Instruct-2507",
	},
	"text-classification": { input: "text", output: "labels", aliases: ["classify", "sentiment"] },
	"token-classification": { input: "text", output: "entities", aliases: ["ner", "entities"] },
	"table-question-answering": { input: "table-question", output: "table-answer", aliases: ["table-qa", "tqa"] },
	"question-answering": { input: "question", output: "answer", aliases: ["qa"] },
	"zero-shot-classification": { input: "text", output: "labels", needs: ["labels"], aliases: ["zero-shot"] },
	translation: { input: "text", output: "translation", aliases: ["translate"] },
	summarization: { input: "text", output: "summary", aliases: ["summarize", "summary"] },
	"feature-extraction": { input: "texts", output: "vectors", aliases: ["embed", "embedding", "embeddings"] },
	"text-generation": { input: "text", output: "text", aliases: ["generate", "complete", "completion"] },
	"fill-mask": { input: "text", output: "guesses", aliases: ["mask"] },
	"sentence-similarity": { input: "sentences", output: "similarities", aliases: ["similarity"] },
	"text-to-speech": { input: "text", output: "speech", aliases: ["tts", "speak"] },
	"text-to-audio": { input: "text", output: "audio", aliases: ["tta"], defaultModel: "facebook/musicgen-small" },
	"automatic-speech-recognition": {
		input: "audio",
		output: "transcript",
		aliases: ["asr", "stt", "transcribe", "speech-to-text"],
	},
	"audio-to-audio": { input: "audio", output: "recordings", aliases: ["a2a"] },
	"audio-classification": { input: "audio", output: "labels", aliases: ["classify-audio"] },
	"audio-text-to-text": { input: "other", output: "text" },
	"voice-activity-detection": { input: "audio", output: "other", aliases: ["vad"] },
	"depth-estimation": { input: "image", output: "image", aliases: ["depth"] },
	"image-classification": { input: "image", output: "labels", aliases: ["classify-image"] },
	"object-detection": { input: "image", output: "boxes", aliases: ["detect", "objects"] },
	"image-segmentation": { input: "image", output: "masks", aliases: ["segment"] },
	"text-to-image": { input: "text", output: "image", aliases: ["t2i", "image", "imagine"] },
	"image-to-text": { input: "image", output: "text", aliases: ["i2t", "caption"] },
	"image-to-image": { input: "image-prompt", output: "image", aliases: ["i2i"] },
	"image-to-video": { input: "image-prompt", output: "video", aliases: ["i2v"] },
	"unconditional-image-generation": { input: "other", output: "image" },
	"video-classification": { input: "video", output: "labels", aliases: ["classify-video"] },
	"reinforcement-learning": { input: "other", output: "other" },
	robotics: { input: "other", output: "other" },
	"tabular-classification": { input: "table", output: "values" },
	"tabular-regression": { input: "table", output: "values" },
	"tabular-to-text": { input: "table", output: "text" },
	"table-to-text": { input: "table", output: "text" },
	"multiple-choice": { input: "other", output: "other" },
	"text-ranking": { input: "sentences", output: "other", aliases: ["rerank"] },
	"text-retrieval": { input: "text", output: "other" },
	"time-series-forecasting": { input: "table", output: "other", aliases: ["forecast"] },
	"text-to-video": { input: "text", output: "video", aliases: ["t2v", "video"] },
	"image-text-to-text": { input: "messages", output: "chat" },
	"image-text-to-image": { input: "prompt-image", output: "image", aliases: ["it2i"] },
	"image-text-to-video": { input: "prompt-image", output: "video", aliases: ["it2v"] },
	"visual-question-answering": { input: "image-question", output: "answer", aliases: ["vqa", "visual-qa"] },
	"document-question-answering": {
		input: "document-question",
		output: "answer",
		aliases: ["docqa", "document-qa", "dqa"],
	},
	"zero-shot-image-classification": {
		input: "image",
		output: "labels",
		needs: ["labels"],
		aliases: ["zero-shot-image", "clip"],
	},
	"graph-ml": { input: "other", output: "other" },
	"mask-generation": { input: "image", output: "other" },
	"zero-shot-object-detection": {
		input: "image",
		output: "boxes",
		needs: ["labels"],
		aliases: ["zero-shot-detection"],
	},
	"text-to-3d": { input: "text", output: "other", aliases: ["t23d"] },
	"image-to-3d": { input: "image", output: "other", aliases: ["i23d"] },
	"image-feature-extraction": { input: "image", output: "vectors" },
	"video-text-to-text": { input: "other", output: "text" },
	"keypoint-detection": { input: "image", output: "other", aliases: ["keypoints"] },
	"visual-document-retrieval": { input: "other", output: "other" },
	"any-to-any": { input: "other", output: "other" },
	"video-to-video": { input: "video", output: "video", aliases: ["v2v"] },
} as const satisfies Record<InferenceTask, Signature>;

type Rows = typeof ROWS;

/** A short name of a task. */
export type TaskAlias = Extract<Rows[InferenceTask], { aliases: readonly string[] }>["aliases"][number];

/** A name of a task: its id, or a short name such as `chat`. */
export type TaskName = InferenceTask | TaskAlias;

/** Short name → task. */
export type TasksByAlias = {
	[Task in InferenceTask as Rows[Task] extends { aliases: readonly (infer Alias extends string)[] }
		? Alias
		: never]: Task;
};

/** The task with a name. */
export type TaskNamed<Name extends TaskName> = Name extends keyof TasksByAlias
	? TasksByAlias[Name]
	: Extract<Name, InferenceTask>;

/** One row per task. Readers of input, printers of output, examples and snippets are chosen by its kinds. */
export const SIGNATURES: Readonly<Record<InferenceTask, Signature>> = ROWS;

/** Whether a task chooses among labels that the user names. */
export function takesLabels(task: InferenceTask): boolean {
	return SIGNATURES[task].needs?.includes("labels") ?? false;
}

/** Whether the parameters of a task are next to its input, not in a separate object. */
export function takesFlatParameters(task: InferenceTask): boolean {
	const { input } = SIGNATURES[task];
	return input === "messages" || input === "texts";
}

/** Whether a file is read for a kind of input. */
export function isFileInput(kind: InputKind): boolean {
	return inputFacts(kind).file !== null;
}

import type { InferenceTask } from "../../inference/index.ts";

/** What a task works on, which decides what the words on the command line mean. */
export type InputKind =
	| "messages"
	| "text"
	| "texts"
	| "question"
	| "sentences"
	| "table-question"
	| "table"
	| "file"
	| "file-question"
	| "file-prompt"
	| "prompt-file";

const KINDS: Partial<Record<InferenceTask, InputKind>> = {
	conversational: "messages",
	"feature-extraction": "texts",
	"question-answering": "question",
	"sentence-similarity": "sentences",
	"table-question-answering": "table-question",
	"tabular-classification": "table",
	"tabular-regression": "table",
	"image-classification": "file",
	"zero-shot-image-classification": "file",
	"object-detection": "file",
	"image-segmentation": "file",
	"image-to-text": "file",
	"audio-classification": "file",
	"audio-to-audio": "file",
	"automatic-speech-recognition": "file",
	"document-question-answering": "file-question",
	"visual-question-answering": "file-question",
	"image-to-image": "file-prompt",
	"image-to-video": "file-prompt",
	// These can do without the picture, not without the prompt.
	"image-text-to-image": "prompt-file",
	"image-text-to-video": "prompt-file",
};

/** The kind of input of a task; most take a text. */
export function inputKind(task: InferenceTask): InputKind {
	return KINDS[task] ?? "text";
}

/** Tasks that choose among labels the user names. */
export function takesLabels(task: InferenceTask): boolean {
	return task === "zero-shot-classification" || task === "zero-shot-image-classification";
}

import { type ModelDataMinimal, type OutputKind, SIGNATURES } from "../../catalogue/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";

/** Form of a snippet → the tasks that share it. Chats have two more. */
const TASKS = {
	basic: [
		"feature-extraction",
		"fill-mask",
		"sentence-similarity",
		"summarization",
		"text-classification",
		"text-generation",
		"token-classification",
		"translation",
	],
	basicAudio: ["audio-classification", "audio-to-audio", "automatic-speech-recognition"],
	basicImage: ["image-classification", "image-segmentation", "image-to-text", "object-detection"],
	documentQuestionAnswering: ["document-question-answering"],
	imageEdit: ["image-to-image", "image-to-video", "image-text-to-image", "image-text-to-video"],
	questionAnswering: ["question-answering"],
	tableQuestionAnswering: ["table-question-answering"],
	tabular: ["tabular-classification", "tabular-regression"],
	textToAudio: ["text-to-audio"],
	textToImage: ["text-to-image"],
	textToSpeech: ["text-to-speech"],
	textToVideo: ["text-to-video"],
	zeroShotClassification: ["zero-shot-classification"],
	zeroShotImageClassification: ["zero-shot-image-classification"],
} as const satisfies Readonly<Record<string, readonly InferenceTask[]>>;
const TEMPLATES = new Map<InferenceTask, Template>(
	Object.entries(TASKS).flatMap(([template, tasks]) => tasks.map((task) => [task, template as Template])),
);

/** A form of snippet that several tasks share. */
export type Template = keyof typeof TASKS | "conversational" | "conversationalStream";

/** The subject of a model's snippets. */
export interface Subject {
	task: InferenceTask;
	template: Template;
	/** Kind of result. */
	output: OutputKind;
}

/**
 * Returns the subject of a model's snippets; undefined if its task has none. Models of text generation are called as a
 * chat, base models too, unless the caller names the task.
 */
export function findSubject(
	model: ModelDataMinimal,
	{ task: wanted, streaming }: Pick<InferenceSnippetOptions, "task" | "streaming"> = {},
): Subject | undefined {
	const task = wanted ?? model.pipeline_tag;
	if (typeof task !== "string" || task === "other" || !Object.hasOwn(SIGNATURES, task)) return undefined;
	const { output } = SIGNATURES[task];
	if (output === "chat" || (!wanted && task === "text-generation")) {
		const template = streaming ? "conversationalStream" : "conversational";
		return { task: "conversational", template, output: "chat" };
	}
	const template = TEMPLATES.get(task);
	return template && { task, template, output };
}

/** The kind of response, which decides how a raw snippet reads it. Media may also come as JSON. */
export type Answer = "json" | "chat" | "chunks" | "text" | MediaAnswer;
export type MediaAnswer = "image" | "video" | "audio";

const ANSWERS: { readonly [Output in OutputKind]?: Answer } = {
	audio: "audio",
	chat: "chat",
	image: "image",
	speech: "audio",
	values: "text",
	video: "video",
};

/** Returns the kind of response to a call. */
export function answerOf({ output, template }: Subject): Answer {
	return template === "conversationalStream" ? "chunks" : (ANSWERS[output] ?? "json");
}

export function isMedia(answer: Answer): answer is MediaAnswer {
	return answer === "image" || answer === "video" || answer === "audio";
}

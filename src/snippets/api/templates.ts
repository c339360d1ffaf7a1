import { type InputKind, type ModelDataMinimal, type OutputKind, SIGNATURES } from "../../catalogue/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";

/** A form of snippet that several tasks share. */
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

type Templates = { readonly [Input in InputKind]?: { readonly [Output in OutputKind]?: Template } };

const EDIT = { image: "imageToImage", video: "imageToVideo" } as const;

/** Kind of input → kind of output → template. */
const TEMPLATES: Templates = {
	text: {
		text: "basic",
		summary: "basic",
		translation: "basic",
		labels: "basic",
		entities: "basic",
		guesses: "basic",
		image: "textToImage",
		video: "textToVideo",
		speech: "textToSpeech",
		audio: "textToAudio",
	},
	texts: { vectors: "basic" },
	sentences: { similarities: "basic" },
	question: { answer: "questionAnswering" },
	"table-question": { "table-answer": "tableQuestionAnswering" },
	table: { values: "tabular" },
	"document-question": { answer: "documentQuestionAnswering" },
	image: { labels: "basicImage", boxes: "basicImage", masks: "basicImage", text: "basicImage" },
	"image-prompt": EDIT,
	"prompt-image": EDIT,
	audio: { labels: "basicAudio", transcript: "basicAudio", recordings: "basicAudio" },
};

/** The same for tasks that need labels to choose from. */
const ZERO_SHOT_TEMPLATES: Templates = {
	text: { labels: "zeroShotClassification" },
	image: { labels: "zeroShotImageClassification" },
};

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
	const { input, output, needs } = SIGNATURES[task];
	if (output === "chat" || (!wanted && task === "text-generation")) {
		const template = streaming ? "conversationalStream" : "conversational";
		return { task: "conversational", template, output: "chat" };
	}
	const template = (needs ? ZERO_SHOT_TEMPLATES : TEMPLATES)[input]?.[output];
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

import { type InputKind, type ModelDataMinimal, type OutputKind, SIGNATURES } from "../../catalogue/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";

type Kinds = { readonly [Input in InputKind]?: readonly OutputKind[] };

/** Form of a snippet → kind of input → kinds of output. */
const FORMS = {
	basic: {
		text: ["text", "summary", "translation", "labels", "entities", "guesses"],
		texts: ["vectors"],
		sentences: ["similarities"],
	},
	basicAudio: { audio: ["labels", "transcript", "recordings"] },
	basicImage: { image: ["labels", "boxes", "masks", "text"] },
	documentQuestionAnswering: { "document-question": ["answer"] },
	imageEdit: { "image-prompt": ["image", "video"], "prompt-image": ["image", "video"] },
	questionAnswering: { question: ["answer"] },
	tableQuestionAnswering: { "table-question": ["table-answer"] },
	tabular: { table: ["values"] },
	textToAudio: { text: ["audio"] },
	textToImage: { text: ["image"] },
	textToSpeech: { text: ["speech"] },
	textToVideo: { text: ["video"] },
} as const satisfies Record<string, Kinds>;

/** The same for tasks that need labels to choose from. */
const ZERO_SHOT_FORMS = {
	zeroShotClassification: { text: ["labels"] },
	zeroShotImageClassification: { image: ["labels"] },
} as const satisfies Record<string, Kinds>;

/** A form of snippet that several tasks share. */
export type Template = keyof typeof FORMS | keyof typeof ZERO_SHOT_FORMS | "conversational" | "conversationalStream";

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
	const forms = Object.entries<Kinds>(needs ? ZERO_SHOT_FORMS : FORMS);
	const template = forms.find(([, kinds]) => kinds[input]?.includes(output))?.[0] as Template | undefined;
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

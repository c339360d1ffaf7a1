import type { ModelDataMinimal } from "../../catalogue/index.ts";
import type { InputKind, OutputKind } from "../../catalogue/signatures.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";

/** How a raw snippet reads the response. Media may also come as JSON. */
export type ResponseForm = "json" | "chat" | "chunks" | "text" | MediaAnswer;
export type MediaAnswer = "image" | "video" | "audio";

/** Facts about a kind of output for the snippets of all clients. */
interface OutputSnippets {
	/** How a raw snippet reads the response. */
	response: Exclude<ResponseForm, "chunks">;
	/** Kind of input → form of the snippet. Others have no snippets. */
	forms: { readonly [Input in InputKind]?: string };
	/** The same for tasks that need labels to choose from. */
	labelForms?: { readonly [Input in InputKind]?: string };
	/** A prompt for such an output; null if no task makes it from text, or the text depends on the model. */
	text: string | null;
	/** What `huggingface_hub` returns, where it is not plain data. */
	pythonResult?: string;
	/** Named parameters of its methods with an `extra_body`; other methods have all parameters. */
	pythonParameters?: readonly string[];
}

/** What `huggingface_hub` returns for an image. */
export const PIL_IMAGE = "a PIL.Image: show it with .show(), keep it with .save(name)";

/** Kind of output → its snippets. */
const OUTPUT_SNIPPETS = {
	chat: { response: "chat", forms: { messages: "conversational" }, text: null },
	text: {
		response: "json",
		forms: { text: "basic", image: "basicImage" },
		text: "On a clear night you can see",
	},
	summary: {
		response: "json",
		forms: { text: "basic" },
		text:
			"The old lighthouse on the northern cape was finished in 1872. For a hundred years a keeper lived there with his " +
			"family and lit the lamp by hand every evening. Since 1974 the light has been automatic, and the house is a museum " +
			"where visitors may climb the 199 steps to the lamp room.",
	},
	translation: { response: "json", forms: { text: "basic" }, text: "Завтра утром мы поедем к морю." },
	transcript: { response: "json", forms: { audio: "basicAudio" }, text: null, pythonParameters: [] },
	labels: {
		response: "json",
		forms: { text: "basic", audio: "basicAudio", image: "basicImage" },
		labelForms: { text: "zeroShotClassification", image: "zeroShotImageClassification" },
		text: "I like this place. I will come again.",
	},
	entities: { response: "json", forms: { text: "basic" }, text: "My name is Amelia and I live in Lisbon." },
	guesses: { response: "json", forms: { text: "basic" }, text: null },
	vectors: { response: "json", forms: { texts: "basic" }, text: null },
	similarities: { response: "json", forms: { sentences: "basic" }, text: null },
	answer: {
		response: "json",
		forms: { question: "questionAnswering", "document-question": "documentQuestionAnswering" },
		text: null,
	},
	"table-answer": { response: "json", forms: { "table-question": "tableQuestionAnswering" }, text: null },
	boxes: { response: "json", forms: { image: "basicImage" }, text: null },
	masks: { response: "json", forms: { image: "basicImage" }, text: null },
	values: { response: "text", forms: { table: "tabular" }, text: null },
	image: {
		response: "image",
		forms: { text: "textToImage", "image-prompt": "imageEdit", "prompt-image": "imageEdit" },
		text: "An astronaut in a jungle, muted colours, fine detail",
		pythonResult: PIL_IMAGE,
		pythonParameters: [
			"guidance_scale",
			"height",
			"negative_prompt",
			"num_inference_steps",
			"scheduler",
			"seed",
			"width",
		],
	},
	video: {
		response: "video",
		forms: { text: "textToVideo", "image-prompt": "imageEdit", "prompt-image": "imageEdit" },
		text: "A paper boat drifting down a stream",
		pythonResult: "the bytes of a video",
		pythonParameters: ["guidance_scale", "negative_prompt", "num_frames", "num_inference_steps", "seed"],
	},
	audio: { response: "audio", forms: { text: "textToAudio" }, text: "slow waltz for accordion" },
	speech: {
		response: "audio",
		forms: { text: "textToSpeech" },
		text: "The night train leaves at ten.",
		pythonResult: "the bytes of a recording",
		pythonParameters: [],
	},
	recordings: { response: "json", forms: { audio: "basicAudio" }, text: null },
	other: { response: "json", forms: {}, text: null },
} as const satisfies Record<OutputKind, OutputSnippets>;

type Rows = typeof OUTPUT_SNIPPETS;
type Values<Forms> = Forms[keyof Forms];

/** A form of snippet that several tasks share. */
export type SnippetForm =
	| { [Output in OutputKind]: Values<Rows[Output]["forms"]> }[OutputKind]
	| Values<Rows["labels"]["labelForms"]>
	| "conversationalStream";

/** Returns the facts about a kind of output that snippets use. */
export function outputSnippets(output: OutputKind): OutputSnippets {
	return OUTPUT_SNIPPETS[output];
}

/** The subject of a model's snippets. */
export interface Subject {
	task: InferenceTask;
	form: SnippetForm;
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
		const form = streaming ? "conversationalStream" : "conversational";
		return { task: "conversational", form, output: "chat" };
	}
	const { forms, labelForms } = outputSnippets(output);
	const form = (needs ? labelForms : forms)?.[input] as SnippetForm | undefined;
	return form && { task, form, output };
}

/** Returns the kind of response to a call. */
export function answerOf({ output, form }: Subject): ResponseForm {
	return form === "conversationalStream" ? "chunks" : outputSnippets(output).response;
}

export function isMedia(answer: ResponseForm): answer is MediaAnswer {
	return answer === "image" || answer === "video" || answer === "audio";
}

import { omitUndefined } from "../../../base/json.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import type { RowInput } from "../batch/input/row-args.ts";

/** Arguments of a tool, checked by its schema. */
type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool of `hub mcp`: a task with the arguments that agents use. */
export interface TaskTool {
	name: string;
	/** One task, or the one for these arguments; undefined calls no model. */
	task(given: ToolArguments): InferenceTask | undefined;
	description: string;
	/** Properties of the JSON schema; one whose name ends in `?` is optional. */
	properties: Readonly<Record<string, string | object>>;
	/** The input, as a row of `hub batch` has it. */
	input?(given: ToolArguments): Partial<RowInput>;
	parameters?(given: ToolArguments): Record<string, unknown>;
	/** Default model, where that of the task does not fit. */
	model?: string;
	/** It creates a file, so it is not read-only. */
	isMaker?: boolean;
}

const ofTask = (task: InferenceTask) => (): InferenceTask => task;
const text = (name: string) => (given: ToolArguments) => ({ text: given[name] });
const fileOf = (value: unknown) => (value === undefined ? [] : [{ value }]);
const texts = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 256 };
const images = { type: "array", items: { type: "string" }, maxItems: 16, description: "paths or URLs" };
const integer = { type: "integer", minimum: 1 };
const IMAGE = "path or URL";

export const TASK_TOOLS: readonly TaskTool[] = [
	{
		name: "chat",
		task: ofTask("conversational"),
		description: "Asks another language model; for a second opinion or a change of style.",
		properties: { prompt: "", "system?": "instructions", "images?": images, "max_tokens?": integer },
		input: ({ prompt, system, images }) => ({
			text: prompt,
			...(typeof system === "string" ? { system } : {}),
			images: Array.isArray(images) ? images.map(String) : [],
		}),
		parameters: ({ max_tokens }) => omitUndefined({ max_tokens }),
	},
	{
		name: "generate_image",
		task: ofTask("text-to-image"),
		description: "Makes an image from a description; returns it, or the path of its file.",
		properties: { prompt: "", "width?": integer, "height?": integer, "seed?": { type: "integer" } },
		input: text("prompt"),
		parameters: ({ prompt: _, model: __, ...sizes }) => sizes,
		isMaker: true,
	},
	{
		name: "edit_image",
		task: ofTask("image-to-image"),
		description: "Changes an image as described.",
		properties: { image: IMAGE, prompt: "" },
		input: ({ image, prompt }) => ({ text: prompt, files: fileOf(image) }),
		isMaker: true,
	},
	{
		name: "describe_image",
		// Many providers serve chat models with vision, and hardly any serve models of the two tasks for this.
		task: ofTask("conversational"),
		model: "Qwen/Qwen2.5-VL-7B-Instruct",
		description: "Describes an image, or answers a question about it.",
		properties: { image: IMAGE, "question?": "" },
		input: ({ image, question }) => ({ text: question ?? "Describe this image.", images: [String(image)] }),
	},
	{
		name: "transcribe",
		task: ofTask("automatic-speech-recognition"),
		description: "Transcribes the speech in a recording.",
		properties: { audio: "path or URL" },
		input: ({ audio }) => ({ files: fileOf(audio) }),
	},
	{
		name: "speak",
		task: ofTask("text-to-speech"),
		description: "Reads a text aloud; returns the audio, or the path of its file.",
		properties: { text: "" },
		input: text("text"),
		isMaker: true,
	},
	{
		name: "translate",
		task: ofTask("translation"),
		description: "Translates a text.",
		properties: { text: "", "from?": "language code, as the model expects it", "to?": "language code" },
		input: text("text"),
		parameters: ({ from, to }) => omitUndefined({ src_lang: from, tgt_lang: to }),
	},
	{
		name: "summarize",
		task: ofTask("summarization"),
		description: "Summarizes a text.",
		properties: { text: "" },
		input: text("text"),
	},
	{
		name: "classify",
		task: ({ labels, image }) => {
			if (image === undefined) return labels === undefined ? "text-classification" : "zero-shot-classification";
			return labels === undefined ? "image-classification" : "zero-shot-image-classification";
		},
		description:
			"Scores labels for a text or an image: yours, or without labels those of the model (such as sentiment).",
		properties: { "text?": "", "image?": IMAGE, "labels?": texts },
		input: ({ text, image }) => ({ text, files: fileOf(image) }),
		parameters: ({ labels }) => omitUndefined({ candidate_labels: labels }),
	},
	{
		name: "embed",
		task: ofTask("feature-extraction"),
		description: "Turns each text into a vector.",
		properties: { texts },
		input: text("texts"),
	},
	{
		name: "answer_from_document",
		task: ({ text }) => (text === undefined ? "document-question-answering" : "question-answering"),
		description: "Answers a question from a text, or from the image of a page (OCR).",
		properties: { question: "", "text?": "", "image?": IMAGE },
		input: ({ question, text, image }) => ({ text: question, files: fileOf(image), columns: { context: text } }),
	},
	{
		name: "generate_video",
		task: ofTask("text-to-video"),
		description: "Makes a short video from a description; takes minutes. Returns the path of its file.",
		properties: { prompt: "" },
		input: text("prompt"),
		isMaker: true,
	},
	{
		name: "find_models",
		task: () => undefined,
		description: "Finds models by task and words, the most used first; for a whole id, who serves it at what price.",
		properties: { "task?": "such as text-to-image", "words?": "" },
	},
];

export function schemaOf({ properties, task }: TaskTool): Record<string, unknown> {
	const own = task({}) === undefined ? properties : { ...properties, "model?": "id of a model" };
	const entries = Object.entries(own).map(([key, value]) => {
		const schema =
			typeof value === "object" ? value : { type: "string", ...(value === "" ? {} : { description: value }) };
		return [key.replace("?", ""), schema] as const;
	});
	return {
		type: "object",
		properties: Object.fromEntries(entries),
		required: Object.keys(own).filter((key) => !key.endsWith("?")),
		additionalProperties: false,
	};
}

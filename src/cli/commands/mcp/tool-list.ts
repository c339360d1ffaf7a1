import { findTask, servedTask } from "../../../catalogue/aliases.ts";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { loadTaskSchemas, resolveSchema, type Schema } from "../../../catalogue/schemas.ts";
import { type InputKind, SIGNATURES, takesLabels } from "../../../catalogue/signatures.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { UsageError } from "../../errors/usage.ts";
import { SERVED_TASKS } from "../../options/provider.ts";

/** A tool that agents may call. */
export interface OfferedTool {
	name: string;
	description: string;
	/** Undefined for the search of models. */
	task: InferenceTask | undefined;
	/** Task of calls that name labels. */
	labeled?: InferenceTask;
	/** Default model, where the task's own takes no such input. */
	model?: string;
	/** Names of parameters that go to the task as they are. */
	parameters: readonly string[];
	/** JSON schema of the arguments. */
	schema: ToolSchema;
}

/** JSON schema of a tool's arguments: strict and small, as every agent pays for it in tokens. */
interface ToolSchema {
	type: "object";
	properties: Record<string, object>;
	required: readonly string[];
	additionalProperties: false;
}

/** A tool under a name of its own; all other tasks have the tool of their id. */
interface ToolRow {
	name: string;
	task?: InferenceTask;
	labeled?: InferenceTask;
	description: string;
	model?: string;
	/** Parameters of the task's schema. */
	parameters?: readonly string[];
}

const ROWS: readonly ToolRow[] = [
	{
		name: "chat",
		task: "conversational",
		description: "Ask another language model.",
		parameters: ["max_tokens", "temperature"],
	},
	{
		name: "generate_image",
		task: "text-to-image",
		description: "Make an image from a text.",
		parameters: ["width", "height", "seed"],
	},
	{ name: "edit_image", task: "image-to-image", description: "Change an image as a prompt says." },
	{
		name: "describe_image",
		task: "image-text-to-text",
		description: "Answer a question about an image.",
		model: "Qwen/Qwen2.5-VL-7B-Instruct",
	},
	{ name: "transcribe", task: "automatic-speech-recognition", description: "Turn speech into text." },
	{ name: "speak", task: "text-to-speech", description: "Turn text into speech." },
	{
		name: "translate",
		task: "translation",
		description: "Translate a text.",
		parameters: ["src_lang", "tgt_lang"],
	},
	{ name: "summarize", task: "summarization", description: "Summarize a text." },
	{
		name: "classify",
		task: "text-classification",
		labeled: "zero-shot-classification",
		description: "Score a text: against labels you name, else with the labels of the model (sentiment by default).",
	},
	{ name: "embed", task: "feature-extraction", description: "Turn texts into vectors." },
	{
		name: "answer_from_document",
		task: "document-question-answering",
		description: "Answer a question from a picture of a document.",
	},
	{ name: "generate_video", task: "text-to-video", description: "Make a video from a text.", parameters: ["seed"] },
	{
		name: "find_models",
		description: "Search models, or, with the whole id of one, list who serves it at what price.",
	},
];

/** The names of the tools that are offered by default. */
export const TOOL_NAMES: readonly string[] = ROWS.map(({ name }) => name);

const TEXT = { type: "string" };
const FILE = { type: "string", description: "path or URL" };

/** Kind of input → its properties; those that end in `?` may be left out. */
const INPUTS: Partial<Record<InputKind, Record<string, object>>> = {
	messages: {
		prompt: TEXT,
		"system?": TEXT,
		"images?": { type: "array", items: TEXT, maxItems: 16, description: "paths or URLs" },
	},
	text: { text: TEXT },
	texts: { texts: { type: "array", items: TEXT, minItems: 1, maxItems: 256 } },
	question: { question: TEXT, context: TEXT },
	sentences: { source: TEXT, sentences: { type: "array", items: TEXT, minItems: 1, maxItems: 256 } },
	image: { image: FILE },
	audio: { audio: FILE },
	video: { video: FILE },
	"image-question": { image: FILE, question: TEXT },
	"document-question": { image: FILE, question: TEXT },
	"image-prompt": { image: FILE, "prompt?": TEXT },
	"prompt-image": { prompt: TEXT, "image?": FILE },
};

const MODEL = { type: "string", maxLength: 200, description: "ORG/NAME or ORG/NAME:PROVIDER" };

/**
 * Returns the tools of `--tools`: names of rows, or ids and short names of tasks; without it every row.
 * @throws UsageError for a name that is neither
 */
export async function listTools(names: readonly string[] | undefined): Promise<OfferedTool[]> {
	const rows = names ? names.map(findRow) : ROWS;
	const schemas = await loadTaskSchemas();
	return [...new Set(rows)].map((row) => {
		const { task, labeled, parameters = [] } = row;
		if (!task) return { ...row, task, parameters, schema: SEARCH };
		const { tasks, common } = schemas;
		const schema = tasks[task === "conversational" ? "chat-completion" : task]?.input ?? {};
		const document = { schema, common };
		const { properties = {} } = resolveSchema(document, schema);
		const own = resolveSchema(document, properties["parameters"] ?? {}).properties ?? properties;
		const taken = parameters.map((key) => [`${key}?`, describeParameter(own[key])]);
		const labels = { type: "array", items: TEXT, minItems: 1, maxItems: 100 };
		const listed = {
			...inputOf(task),
			...(labeled ? { "labels?": labels } : takesLabels(task) ? { labels } : {}),
			...Object.fromEntries(taken),
			"model?": MODEL,
		};
		return { ...row, task, parameters, schema: toSchema(listed) };
	});
}

const SEARCH = toSchema({
	"query?": { type: "string", maxLength: 200 },
	"task?": { type: "string", description: "such as text-to-image" },
	"provider?": TEXT,
});

function findRow(word: string): ToolRow {
	const row = ROWS.find(({ name }) => name === word);
	if (row) return row;
	const task = findTask(word);
	if (task && task !== "other" && SERVED_TASKS.has(servedTask(task)) && INPUTS[SIGNATURES[task].input]) {
		return ROWS.find((known) => known.task === task) ?? toRow(task);
	}
	const guess = closestWord(word, TOOL_NAMES);
	throw new UsageError(
		task ? `The task ${word} has no tool.` : `Unknown tool "${word}".`,
		guess ? `Did you mean ${guess}?` : `Name tasks, or ${TOOL_NAMES.join(", ")}.`,
		"unknown-name",
	);
}

function toRow(task: InferenceTask): ToolRow {
	return { name: task.replaceAll("-", "_"), task, description: `Run the task ${task}.` };
}

/** The input of a task. What is made from a text is made from a prompt. */
function inputOf(task: InferenceTask): Record<string, object> {
	const { input, output } = SIGNATURES[task];
	if (task === "image-text-to-text") return { image: FILE, "prompt?": TEXT };
	return input === "text" && (output === "image" || output === "video")
		? { prompt: TEXT }
		: (INPUTS[input] ?? { text: TEXT });
}

/** The type of a parameter, from the task's schema, and the bounds it names. */
function describeParameter({ type = "string", minimum, maximum }: Schema = {}): object {
	return { type, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}

function toSchema(listed: Readonly<Record<string, object>>): ToolSchema {
	const names = Object.keys(listed);
	return {
		type: "object",
		properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), listed[name] ?? {}])),
		required: names.filter((name) => !name.endsWith("?")),
		additionalProperties: false,
	};
}

import { toBase64 } from "../../../../base/base64.ts";
import { isRecord, readMember } from "../../../../base/json.ts";
import { findMediaType } from "../../../../base/media-type.ts";
import type { BatchRow } from "../../../../batch/index.ts";
import { taskName } from "../../../../catalogue/aliases.ts";
import { type InputKind, isFileInput, SIGNATURES } from "../../../../catalogue/signatures.ts";
import type { Args, InferenceTask } from "../../../../inference/index.ts";
import type { ObjectPlan } from "../../../../inference/object/plan.ts";
import { addParameters } from "../../../../inference/parameters.ts";
import { isTemplateError, parseJson, Template, undeclaredVariables } from "../../../../template/full.ts";
import type { Context } from "../../../context.ts";
import { describeNetworkError, describeSystemError } from "../../../errors/system.ts";
import { UsageError } from "../../../errors/usage.ts";
import { NotRegular } from "../../../files/read-bounded.ts";
import { fenceTexts } from "../../../input/attachments.ts";
import { readValue } from "../../../input/file.ts";
import { quoteWord } from "../../../prompts/command-line.ts";
import {
	decodeUtf8,
	FILE_COLUMNS,
	FileRow,
	findId,
	findMainColumn,
	type RawRow,
	toColumns,
	typeByName,
} from "./columns.ts";
import { type RowFiles, toImageUrl } from "./row-files.ts";

/** Settings that all rows share. */
interface Fixed {
	task: InferenceTask;
	/** Parameters, at the task's position for them. */
	parameters: Record<string, unknown>;
	/** Reads what rows name. */
	files: RowFiles;
	context: string | undefined;
	source: string | undefined;
	table: unknown;
}

/** A row before it becomes arguments. */
export interface RowInput {
	/** The prompt, or the main input if that is a text; for a task of one file also its path or URL. Undefined for none. */
	text: unknown;
	/** `text` is the prompt, which counts more than a column of the same meaning. */
	isPrompt?: boolean;
	/** The files that go with it. */
	files: readonly RowFile[];
	/** The row's columns, if any. */
	columns: Record<string, unknown> | undefined;
	system: string | undefined;
	/** Paths or URLs of images attached to a prompt. */
	images: readonly string[];
}

/** A file of a row. */
interface RowFile {
	/** A path, a URL, bytes, or the row itself. */
	value: unknown;
	/** Its column says that it is an image, which its URL may not show. */
	isImage?: boolean;
}

/** What a kind of input does with the file of a row. */
type FileUse =
	/** It is a file and nothing else. */
	| "only"
	/** It is a file with a prompt or a question. */
	| "with-prompt"
	/** It is a prompt, with a file if there is one. */
	| "beside-prompt"
	/** It is messages with texts, images and sound as parts. */
	| "parts"
	/** It is text: a prompt, with the text of a file in front. */
	| "text"
	/** It is a question about a text, which may be that of a file. */
	| "context"
	/** It is text: a prompt, or the text of a file. */
	| "text-alone"
	/** It is the columns themselves. */
	| "none";

const FILE_USES: Readonly<Record<InputKind, FileUse>> = {
	messages: "parts",
	text: "text",
	texts: "text-alone",
	question: "context",
	sentences: "text-alone",
	table: "none",
	"table-question": "text-alone",
	image: "only",
	"image-question": "with-prompt",
	"document-question": "with-prompt",
	"image-prompt": "with-prompt",
	"prompt-image": "beside-prompt",
	audio: "only",
	video: "only",
	other: "text-alone",
};

/** The arguments of a task from the input of a row. */
export async function buildArgs(input: RowInput, fixed: Fixed, signal: AbortSignal): Promise<Args> {
	const { task, files } = fixed;
	const kind = SIGNATURES[task].input;
	if (isFileInput(kind)) {
		const value = FILE_USES[kind] === "only" ? (input.files[0]?.value ?? input.text) : input.files[0]?.value;
		if (value === undefined && kind !== "prompt-image") throw new UsageError("The row has no file.");
		const file = value === undefined ? undefined : await files.read(value, kind, signal);
		return addParameters(fromFile(kind, file, input), fixed);
	}
	const parts: object[] = [];
	const texts: TextFile[] = [];
	for (const { value, isImage } of input.files) {
		const isWebImage =
			kind === "messages" &&
			typeof value === "string" &&
			/^https?:/i.test(value) &&
			(typeByName(value) ?? (isImage ? "image/" : "")).startsWith("image/");
		const part = isWebImage
			? imagePart(await files.readImageUrl(value, signal))
			: toPart(await files.open(value, signal), task);
		if (part instanceof TextFile) texts.push(part);
		else parts.push(part);
	}
	for (const image of input.images) parts.push(imagePart(await files.readImageUrl(image, signal)));
	return addParameters(fromText(kind, input, fixed, texts, parts), fixed);
}

/** The arguments of a task whose input is a file. */
function fromFile(kind: InputKind, file: File | undefined, { text, isPrompt, columns }: RowInput): Args {
	/** The prompt, or the row's column for it. */
	const prompt = (name: string): unknown => (isPrompt ? text : (columns?.[name] ?? text));
	switch (kind) {
		case "image-question":
		case "document-question": {
			const question = prompt("question");
			if (question === undefined)
				throw new UsageError("The row has no column question. Ask one of all rows with --prompt.");
			return { inputs: { image: file, question: asText(question) } };
		}
		case "image-prompt": {
			const words = prompt("prompt");
			return { inputs: file, ...(words === undefined ? {} : { parameters: { prompt: asText(words) } }) };
		}
		case "prompt-image":
			return { ...(file ? { inputs: file } : {}), parameters: { prompt: asText(prompt("prompt")) } };
		default:
			return { inputs: file };
	}
}

/** The arguments of a task whose input is text, or messages with texts and other parts. */
function fromText(
	kind: InputKind,
	input: RowInput,
	fixed: Fixed,
	texts: readonly TextFile[] = [],
	parts: readonly object[] = [],
): Args {
	const { columns, isPrompt } = input;
	const [file] = texts;
	/** The text, with those of the files in front; the only text as it is. */
	const text = (): unknown => {
		if (!file) return input.text;
		if (input.text !== undefined) return `${fenceTexts(texts)}\n\n${asText(input.text)}`;
		return texts.length === 1 ? file.text : fenceTexts(texts);
	};
	const asked = (...names: string[]): unknown => {
		const named = names.map((name) => columns?.[name]).find((value) => value !== undefined);
		return isPrompt ? input.text : (named ?? input.text ?? file?.text);
	};
	switch (kind) {
		case "messages": {
			if (parts.length === 0) return toMessages(input, asText(text()));
			const content = input.text === undefined && texts.length === 0 ? [] : [{ type: "text", text: asText(text()) }];
			return toMessages(input, [...content, ...parts]);
		}
		case "texts": {
			const main = text();
			return { inputs: Array.isArray(main) ? main.map(asText) : asText(main) };
		}
		case "question": {
			const context = columns?.["context"] ?? (input.text === undefined ? undefined : file?.text) ?? fixed.context;
			if (context === undefined) throw new UsageError("The row has no column context, and --context is not given.");
			return { inputs: { question: asText(asked("question")), context: asText(context) } };
		}
		case "sentences": {
			const { source: source_sentence } = fixed;
			if (source_sentence === undefined)
				throw new UsageError("The sentence to compare with is missing; give it with --source.");
			const main = text();
			return { inputs: { source_sentence, sentences: (Array.isArray(main) ? main : [main]).map(asText) } };
		}
		case "table-question": {
			const table = columns?.["table"] ?? fixed.table;
			if (table === undefined) throw new UsageError("The table is missing; give it with --table.");
			return { inputs: { query: asText(asked("query", "question")), table } };
		}
		case "table": {
			if (!columns) throw new UsageError("The row has no columns.");
			const data = Object.entries(columns).map(([name, value]) => [name, [asText(value)]]);
			return { inputs: { data: Object.fromEntries(data) } };
		}
		default:
			return { inputs: asText(text()) };
	}
}

function toMessages({ system }: RowInput, content: unknown): Args {
	const first = system === undefined ? [] : [{ role: "system", content: system }];
	return { messages: [...first, { role: "user", content }] };
}

/** A cell's value as text; an empty one is not a text. */
function asText(value: unknown): string {
	if (typeof value === "string") {
		if (value.trim() === "") throw new UsageError("The input is empty.");
		return value;
	}
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	if (value === null || value === undefined) throw new UsageError("The input is missing.");
	return JSON.stringify(value);
}

/** A file that is text. */
class TextFile {
	readonly kind = "text";
	readonly name: string;
	readonly text: string;

	constructor(name: string, text: string) {
		this.name = name;
		this.text = text;
	}
}

/**
 * The content of a file as a part of a message, or as a text.
 * @throws UsageError that names what takes or converts such a file
 */
function toPart({ name, bytes }: { name: string; bytes: Uint8Array }, task: InferenceTask): object | TextFile {
	if (bytes.length === 0) throw new UsageError(`${name} is empty.`);
	const type = findMediaType(bytes);
	const text = type === "application/pdf" || bytes.includes(0) ? undefined : decodeUtf8(bytes);
	if (text !== undefined) return new TextFile(name, text);
	const isChat = SIGNATURES[task].input === "messages";
	const known = MEDIA.find(([pattern]) => pattern.test(type));
	if (isChat && type.startsWith("image/")) return imagePart(toImageUrl(bytes, name));
	const format = isChat ? SOUND_FORMATS[type] : undefined;
	if (format !== undefined) return { type: "input_audio", input_audio: { data: toBase64(bytes), format } };
	if (!known) throw new UsageError(`${name} is neither text in UTF-8${isChat ? " nor an image" : ""}.`);
	const [, medium, advice] = known;
	throw new UsageError(`${name} is ${medium}, which ${taskName(task)} does not take. ${advice(isChat)}`);
}

/** Types of sound that messages have a part for → its format. */
const SOUND_FORMATS: Readonly<Record<string, string>> = { "audio/wav": "wav", "audio/mpeg": "mp3" };

/** Files that some tasks do not take: type, name, and what to do with them. */
const MEDIA: readonly [type: RegExp, name: string, advice: (isChat: boolean) => string][] = [
	[/^image\//, "an image", () => "Send it with -t chat, or caption it with -t image-to-text."],
	[
		/^audio\//,
		"an audio file",
		(isChat) =>
			`${isChat ? "Convert it to .wav or .mp3 (ffmpeg)" : "Send it with -t chat"}, or transcribe it with -t transcribe.`,
	],
	[
		/^video\//,
		"a video",
		() => "Take its pictures (ffmpeg -i FILE -vf fps=1 %d.png) or its sound (ffmpeg -i FILE FILE.wav).",
	],
	[/^application\/pdf$/, "a PDF", () => "Convert it: pdftotext FILE makes text, pdftoppm -png FILE PAGE makes images."],
];

function imagePart(url: string): object {
	return { type: "image_url", image_url: { url } };
}

/** How rows become calls. */
export interface RowRules extends Fixed {
	column: string | undefined;
	idColumn: string;
	prompt: RowTemplate | undefined;
	system: RowTemplate | undefined;
	/** Templates of paths or URLs of images. */
	images: readonly RowTemplate[];
	/** A model was named, which overrides the row's. */
	isModelGiven: boolean;
	/** Members of a chat's arguments; other columns of a row with messages are not sent. */
	chatMembers: ReadonlySet<string>;
	cwd: string;
	/** Format of the answers: `--schema`, or the parameter `response_format`. */
	answer: ObjectPlan | undefined;
}

/** Path of a request → the task. */
const TASKS_OF_PATHS: readonly [RegExp, InferenceTask][] = [
	[/\/chat\/completions$/, "conversational"],
	[/\/completions$/, "text-generation"],
	[/\/embeddings$/, "feature-extraction"],
];

/** The task of a row in the OpenAI batch format; undefined for other rows. */
export function taskOfRow(value: unknown): InferenceTask | undefined {
	if (!isRequestForm(value)) return undefined;
	const url = value["url"];
	if (typeof url !== "string")
		return readMember(value["body"], "input") === undefined ? "conversational" : "feature-extraction";
	return TASKS_OF_PATHS.find(([path]) => path.test(url))?.[1] ?? "conversational";
}

function isRequestForm(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.hasOwn(value, "custom_id") && isRecord(value["body"]);
}

/** Returns the id that a row contains; undefined if its number is its id. Ids of other rows may look like numbers. */
export function findOwnId(raw: RawRow, { idColumn }: Pick<RowRules, "idColumn">): string | undefined {
	return raw.name ?? findId(raw.value, idColumn, raw);
}

/** Makes a row a call. If that is impossible, the row has a failure of kind `input`. */
export function toBatchRow(raw: RawRow, index: number, rules: RowRules): BatchRow {
	const id = raw.id ?? findOwnId(raw, rules) ?? (raw.problem === undefined ? String(index) : `line:${index + 1}`);
	const row: BatchRow = { id, index, source: raw };
	if (raw.problem !== undefined) return fail(row, raw.problem);
	try {
		const own = raw.folder === undefined ? rules : { ...rules, files: rules.files.at(raw.folder) };
		// Not a spread of two: in Node 20 that takes 1.5 µs.
		return Object.assign(row, makeCall(raw, own));
	} catch (error) {
		return fail(row, describe(error, rules.cwd));
	}
}

function fail(row: BatchRow, problem: string): BatchRow {
	return { ...row, failure: { kind: "input", message: `Row ${row.index}: ${problem}` } };
}

function describe(error: unknown, cwd: string): string {
	if (error instanceof UsageError) return error.message;
	if (error instanceof NotRegular) return "A FIFO, a device or a link has taken its place; only files are read.";
	const known = describeSystemError(error, cwd) ?? describeNetworkError(error);
	if (known) return known.message;
	throw error;
}

type Call = Pick<BatchRow, "args" | "model" | "task">;

function makeCall(raw: RawRow, rules: RowRules): Call {
	const { value } = raw;
	const { prompt, task } = rules;
	if (isRequestForm(value)) {
		rejectAdditions("a whole request", { prompt, system: rules.system, image: rules.images[0] });
		return fromRequest(value, rules);
	}
	const isColumns = isRecord(value) && !(value instanceof FileRow);
	if (!prompt && isColumns) {
		const args = findArguments(value, raw, rules);
		if (args) {
			rejectAdditions("complete", { image: rules.images[0] });
			return { args: addParameters(args, rules) };
		}
	}
	if (!prompt && Array.isArray(value) && task === "conversational") {
		rejectAdditions("complete", { image: rules.images[0] });
		return { args: addParameters({ messages: withSystem(checkMessages(value), raw, rules) }, rules) };
	}
	const input = toInput(raw, rules);
	const { input: kind } = SIGNATURES[task];
	if (!isFileInput(kind) && input.files.length === 0 && input.images.length === 0)
		return { args: addParameters(fromText(kind, input, rules), rules) };
	// Files are read at the row's turn.
	return {
		args: (signal) =>
			buildArgs(input, rules, signal).catch((error: unknown) => {
				throw new UsageError(describe(error, rules.cwd));
			}),
	};
}

/** @throws UsageError for an option that would be dropped, because a row has all of its arguments itself */
function rejectAdditions(what: string, options: Readonly<Record<string, RowTemplate | undefined>>): void {
	const dropped = Object.keys(options).find((name) => options[name] !== undefined);
	if (dropped !== undefined)
		throw new UsageError(`The row is ${what}, to which --${dropped} adds nothing. Leave --${dropped} out.`);
}

/** The messages of a row, with those of `--system` in front. */
function withSystem(
	messages: readonly unknown[],
	{ value, json }: Pick<RawRow, "value" | "json">,
	{ system }: RowRules,
): readonly unknown[] {
	return system ? [{ role: "system", content: system.render(value, json) }, ...messages] : messages;
}

/** Splits a row into its text and its files. */
function toInput({ value, json }: RawRow, rules: RowRules): RowInput {
	const { task, prompt, system, images, idColumn } = rules;
	const use = FILE_USES[SIGNATURES[task].input];
	const common = { system: system?.render(value, json), images: images.map((image) => image.render(value, json)) };
	const rendered = prompt && { text: prompt.render(value, json), isPrompt: true };
	if (rendered && use === "none") throw takesNoPrompt(task);
	if (value instanceof FileRow) {
		if (rendered && (use === "only" || use === "text-alone")) throw takesNoPrompt(task);
		// `--image "{{ file }}"` sends it already.
		const files = images.some(({ names }) => names.has("file")) ? [] : [{ value }];
		return { text: undefined, columns: undefined, files, ...rendered, ...common };
	}
	if (!isRecord(value)) {
		if (typeof value !== "string" && !rendered) throw new UsageError("The row is neither an object nor a text.");
		const isFile = use !== "only" && isFileOf({ text: value }, "text", rules);
		const files = isFile || use === "with-prompt" ? [{ value }] : [];
		return { text: files.length > 0 ? undefined : value, columns: undefined, files, ...rendered, ...common };
	}
	const columns = withoutId(value, idColumn);
	const names = findFileColumns(value, rules);
	const files = names.flatMap((name) => {
		const isImage = /^images?$/.test(name);
		const held = value[name];
		return (Array.isArray(held) ? held : [held]).map((each: unknown) => ({ value: each, isImage }));
	});
	if (rendered) {
		checkColumnsOfPrompt(value, names, rules);
		return { columns, files, ...rendered, ...common };
	}
	const main = use === "none" ? undefined : findMain(value, rules);
	const text = main === undefined || names.includes(main) ? undefined : value[main];
	return { text, columns, files, ...common };
}

/**
 * Whether a file is sent with a row.
 * @param type of the wanted files, as far as their names tell it; default: any
 */
export function hasFile(raw: RawRow, rules: RowRules, type = /(?:)/): boolean {
	if (raw.problem !== undefined || isRequestForm(raw.value)) return false;
	try {
		const { files, images } = toInput(raw, rules);
		return images.length > 0 || files.some(({ value }) => type.test(typeByName(value) ?? ""));
	} catch {
		// Reported when the row is made a call.
		return false;
	}
}

/** The main column of a row; undefined if files or columns with another meaning are there instead. */
function findMain(row: Record<string, unknown>, rules: RowRules): string | undefined {
	const { column, idColumn, prompt } = rules;
	try {
		return findMainColumn(row, column, idColumn);
	} catch (error) {
		if (prompt && column === undefined) return undefined;
		throw error;
	}
}

/** @throws UsageError for a column that was asked for, or holds files, and is not sent */
function checkColumnsOfPrompt(row: Record<string, unknown>, sent: readonly string[], rules: RowRules): void {
	const { task, column, prompt, system, images } = rules;
	const isUsed = (name: string): boolean =>
		sent.includes(name) || [prompt, system, ...images].some((template) => template?.names.has(name));
	if (column !== undefined) {
		if (isUsed(column)) return;
		throw new UsageError(
			`--prompt does not use the column ${column}, which --column names. Add {{ ${column} }} to it.`,
		);
	}
	if (FILE_USES[SIGNATURES[task].input] !== "parts") return;
	const left = Object.keys(row).find((name) => !isUsed(name) && typeByName(row[name]) !== undefined);
	if (left === undefined) return;
	const other = Object.keys(row).find((name) => prompt?.names.has(name)) ?? "NAME";
	throw new UsageError(
		`The column ${left} holds files that --prompt does not send. --column ${quoteWord(left)} sends them; --column ${quoteWord(other)} leaves them out.`,
	);
}

function takesNoPrompt(task: InferenceTask): UsageError {
	return new UsageError(`${taskName(task)} takes no prompt beside the row: leave out --prompt, or use -t chat.`);
}

/** The columns whose files are sent with a row. */
function findFileColumns(row: Record<string, unknown>, rules: RowRules): string[] {
	const { task, column, prompt } = rules;
	const use = FILE_USES[SIGNATURES[task].input];
	if (use === "none") return [];
	const main = findMain(row, rules);
	if (use === "only" || use === "with-prompt" || use === "beside-prompt") {
		// For a task of one file, the prompt is its path.
		if (use === "only" && prompt) return [];
		const named = column ?? [...FILE_COLUMNS, "path", "url"].find((name) => isFilled(row[name]));
		const found =
			named ?? (use === "beside-prompt" && !(main !== undefined && isFileOf(row, main, rules)) ? undefined : main);
		return found === undefined ? [] : [found];
	}
	// A prompt that uses a column says itself what a task of text is about.
	if (use !== "parts" && prompt && [...prompt.names].some((name) => Object.hasOwn(row, name))) return [];
	const isOne = (name: string): boolean => isFilled(row[name]) && isFileOf(row, name, rules);
	const mainFile = main !== undefined && isOne(main) ? [main] : [];
	if (column !== undefined || (use !== "parts" && use !== "context")) return mainFile;
	const others = FILE_COLUMNS.filter((name) => name !== main && isOne(name));
	return others.length === 0 ? mainFile : [...mainFile, ...others];
}

function isFilled(value: unknown): boolean {
	return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Whether a column holds a file that is to be sent, and no text. */
function isFileOf(row: Record<string, unknown>, name: string, { prompt, system, images, column }: RowRules): boolean {
	// `--image "{{ image }}"` sends it already.
	if (images.some(({ names }) => names.has(name))) return false;
	const value = row[name];
	const isMedia = (Array.isArray(value) ? value : [value]).every((each: unknown) => typeByName(each) !== undefined);
	const isUsed = (prompt?.names.has(name) || system?.names.has(name)) ?? false;
	if (FILE_COLUMNS.includes(name)) return isMedia || !isUsed;
	const isPlace = name === "path" || name === "url" || name === column;
	return isPlace ? isMedia || (prompt !== undefined && !isUsed) : isMedia && prompt !== undefined && !isUsed;
}

function withoutId(row: Record<string, unknown>, idColumn: string): Record<string, unknown> {
	const { [idColumn]: _id, custom_id: _custom, ...others } = row;
	return others;
}

/** The body of a request in the OpenAI format, as arguments. */
function fromRequest(value: Record<string, unknown>, rules: RowRules): Call {
	const { model, stream: _stream, ...body } = value["body"] as Record<string, unknown>;
	const task = rules.task;
	const wanted = taskOfRow(value);
	if (wanted !== undefined && wanted !== task)
		throw new UsageError(
			`The row is a request of ${taskName(wanted)}; this run is of ${taskName(task)}. Run hub batch once for each.`,
		);
	const own = typeof model === "string" && !rules.isModelGiven ? { model } : {};
	if (task === "text-generation") {
		const { prompt, ...parameters } = body;
		return { ...own, args: addParameters({ inputs: prompt, parameters }, rules) };
	}
	if (task === "feature-extraction") {
		const { input, ...others } = body;
		return { ...own, args: addParameters({ inputs: input, ...others }, rules) };
	}
	if (!Array.isArray(body["messages"])) throw new UsageError("The body has no messages.");
	checkMessages(body["messages"]);
	return { ...own, args: addParameters(body, rules) };
}

/** @throws UsageError for a list that holds anything but messages */
function checkMessages(list: readonly unknown[]): readonly unknown[] {
	const wrong = list.findIndex((item) => !isRecord(item) || typeof item["role"] !== "string");
	if (wrong === -1 && list.length > 0) return list;
	const place = list.length === 0 ? "The list of messages is empty" : `Item ${wrong} of the list is not a message`;
	throw new UsageError(`${place}: a message is an object with a role and a content.`);
}

/** Returns the arguments of a task that a row contains ready-made; undefined if there are none. */
function findArguments(row: Record<string, unknown>, raw: RawRow, rules: RowRules): Args | undefined {
	const { task, column, chatMembers } = rules;
	const kind = SIGNATURES[task].input;
	if (column !== undefined) return undefined;
	const { inputs, parameters, messages, question, context, source_sentence, sentences, table, query } = row;
	if (kind === "messages") {
		if (!Array.isArray(messages)) return undefined;
		checkMessages(messages);
		const members = Object.fromEntries(Object.entries(row).filter(([name]) => chatMembers.has(name)));
		return {
			...members,
			messages: withSystem(messages, raw, rules),
		};
	}
	const own = isRecord(parameters) ? { parameters } : {};
	if (kind === "question" && question !== undefined && context !== undefined)
		return { inputs: { question, context }, ...own };
	if (kind === "sentences" && source_sentence !== undefined) return { inputs: { source_sentence, sentences }, ...own };
	if (kind === "table-question" && table !== undefined && query !== undefined)
		return { inputs: { query, table }, ...own };
	return inputs === undefined || isFileInput(kind) ? undefined : { inputs, ...own };
}

/** At most a second per row, so that Ctrl-C takes effect within a second. */
const LIMITS = { max_steps: 1_000_000, max_time: 1_000, max_output: 20_000_000, max_string: 20_000_000 };

/** A template over the columns of a row. */
export interface RowTemplate {
	/** @param json the row's own text if the input is JSON */
	render(row: unknown, json: string | undefined): string;
	/** The columns that it uses. */
	names: ReadonlySet<string>;
}

/**
 * Reads `--prompt`, `--system` or `--image`: a Jinja template, or `@file` with one. A missing column is an error.
 * @throws UsageError if the template cannot be read
 */
export async function readTemplate(flag: string, given: string, context: Context): Promise<RowTemplate> {
	const source = await readValue(given, context);
	const template = parse(flag, source);
	return {
		names: new Set(undeclaredVariables(source)),
		render: (row, json) => {
			const exact = json !== undefined ? parseJson(json) : row instanceof FileRow ? toColumns(row) : row;
			const columns = isRecord(exact) || exact instanceof Map ? exact : { text: exact, row: exact };
			try {
				return template.render(columns);
			} catch (error) {
				if (!isTemplateError(error)) throw error;
				throw new UsageError(
					`${flag}: ${error.message.replace(/\.?$/, ".")} Columns: ${Object.keys(isRecord(row) ? toColumns(row) : columns).join(", ")}.`,
				);
			}
		},
	};
}

function parse(flag: string, source: string): Template {
	try {
		return new Template(source, { undefined: "strict", limits: LIMITS });
	} catch (error) {
		if (!isTemplateError(error)) throw error;
		throw new UsageError(`${flag} is not a valid template: ${error.message}`);
	}
}

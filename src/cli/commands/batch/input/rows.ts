import { isRecord, readMember } from "../../../../base/json.ts";
import type { BatchRow } from "../../../../batch/index.ts";
import { type InputKind, isFileInput, SIGNATURES } from "../../../../catalogue/signatures.ts";
import type { Args, InferenceTask } from "../../../../inference/index.ts";
import type { ObjectPlan } from "../../../../inference/object/plan.ts";
import { addParameters } from "../../../../inference/parameters.ts";
import { isTemplateError, parseJson, Template } from "../../../../template/index.ts";
import type { Context } from "../../../context.ts";
import { describeNetworkError, describeSystemError } from "../../../errors/system.ts";
import { UsageError } from "../../../errors/usage.ts";
import { NotRegular } from "../../../files/read-bounded.ts";
import { readValue } from "../../../input/file.ts";
import { FileRow, findId, findMainInput, type RawRow } from "./columns.ts";
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
	/** A text, a path or URL, or bytes. */
	main: unknown;
	/** The row's columns, if any. */
	columns: Record<string, unknown> | undefined;
	system: string | undefined;
	/** Paths or URLs of images attached to a prompt. */
	images: readonly string[];
}

/** The arguments of a task from the main input of a row. */
export async function buildArgs(input: RowInput, fixed: Fixed, signal: AbortSignal): Promise<Args> {
	const kind = SIGNATURES[fixed.task].input;
	const args =
		(await READERS[kind]?.(input, fixed, signal)) ??
		readText(kind, { ...input, main: await readTextFile(input.main, fixed, signal) }, fixed);
	return addParameters(args, fixed);
}

type Reader = (input: RowInput, fixed: Fixed, signal: AbortSignal) => Promise<Args>;

/** The kinds of input that may have files besides one with the text. */
const READERS: Readonly<Partial<Record<InputKind, Reader>>> = {
	messages: async (input, fixed, signal) => {
		const main = await readTextFile(input.main, fixed, signal, true);
		const parts: object[] = [];
		for (const image of input.images) parts.push(imagePart(await fixed.files.readImageUrl(image, signal)));
		if (main instanceof Uint8Array && input.main instanceof FileRow)
			return toMessages(input, [imagePart(toImageUrl(main, input.main.path))]);
		const prompt = asText(main);
		return toMessages(input, parts.length === 0 ? prompt : [{ type: "text", text: prompt }, ...parts]);
	},
	image: readMain,
	audio: readMain,
	video: readMain,
	"image-question": readImageQuestion,
	"document-question": readImageQuestion,
	"image-prompt": async ({ main, columns }, { files }, signal) => ({
		inputs: await files.read(columns?.["image"] ?? main, "image-prompt", signal),
		...(columns?.["prompt"] === undefined ? {} : { parameters: { prompt: asText(columns["prompt"]) } }),
	}),
	"prompt-image": async ({ main, columns }, { files }, signal) => ({
		...(columns?.["image"] === undefined ? {} : { inputs: await files.read(columns["image"], "prompt-image", signal) }),
		parameters: { prompt: asText(columns?.["prompt"] ?? main) },
	}),
};

async function readMain({ main }: RowInput, { files, task }: Fixed, signal: AbortSignal): Promise<Args> {
	return { inputs: await files.read(main, SIGNATURES[task].input, signal) };
}

async function readImageQuestion(
	{ main, columns }: RowInput,
	{ files, task }: Fixed,
	signal: AbortSignal,
): Promise<Args> {
	const image = await files.read(columns?.["image"] ?? main, SIGNATURES[task].input, signal);
	return { inputs: { image, question: asText(columns?.["question"]) } };
}

function readText(kind: InputKind, input: RowInput, fixed: Fixed): Args {
	const { main, columns } = input;
	switch (kind) {
		case "messages":
			return toMessages(input, asText(main));
		case "texts":
			return { inputs: Array.isArray(main) ? main.map(asText) : asText(main) };
		case "question": {
			const context = columns?.["context"] ?? fixed.context;
			if (context === undefined) throw new UsageError("The row has no column context, and --context is not given.");
			return { inputs: { question: asText(columns?.["question"] ?? main), context: asText(context) } };
		}
		case "sentences": {
			const { source: source_sentence } = fixed;
			if (source_sentence === undefined)
				throw new UsageError("The sentence to compare with is missing; give it with --source.");
			return { inputs: { source_sentence, sentences: (Array.isArray(main) ? main : [main]).map(asText) } };
		}
		case "table-question": {
			const table = columns?.["table"] ?? fixed.table;
			if (table === undefined) throw new UsageError("The table is missing; give it with --table.");
			return { inputs: { query: asText(columns?.["query"] ?? columns?.["question"] ?? main), table } };
		}
		case "table": {
			if (!columns) throw new UsageError("The row has no columns.");
			const data = Object.entries(columns).map(([name, value]) => [name, [asText(value)]]);
			return { inputs: { data: Object.fromEntries(data) } };
		}
		default:
			return { inputs: asText(main) };
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

async function readTextFile(
	main: unknown,
	{ files }: Fixed,
	signal: AbortSignal,
	isImageAllowed = false,
): Promise<unknown> {
	if (!(main instanceof FileRow)) return main;
	const bytes = await files.readWhole(main, signal);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		if (isImageAllowed) return bytes;
		throw new UsageError("The file is not text in UTF-8.");
	}
}

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
	const { value, json } = raw;
	const { prompt, task, column, idColumn } = rules;
	if (isRequestForm(value)) return fromRequest(value, rules);
	if (prompt) return toCall(raw, prompt(value, json), rules);
	const args = isRecord(value) ? findArguments(value, json, rules) : undefined;
	if (args) return { args: addParameters(args, rules) };
	if (typeof value === "string" || value instanceof FileRow) return toCall(raw, value, rules);
	if (isRecord(value)) {
		const main = SIGNATURES[task].input === "table" ? undefined : findMainInput(value, column, idColumn);
		return toCall(raw, main, rules);
	}
	if (Array.isArray(value) && task === "conversational")
		return { args: addParameters({ messages: checkMessages(value) }, rules) };
	throw new UsageError("The row is neither an object nor a text.");
}

function toCall({ value, json }: RawRow, main: unknown, rules: RowRules): Call {
	const { input: kind } = SIGNATURES[rules.task];
	const columns = isRecord(value) ? withoutId(value, rules.idColumn) : undefined;
	const input: RowInput = {
		main,
		columns: rules.prompt && kind !== "image-prompt" ? undefined : columns,
		system: rules.system?.(value, json),
		images: rules.images.map((template) => template(value, json)),
	};
	const hasFiles = isFileInput(kind) || main instanceof FileRow || input.images.length > 0;
	if (!hasFiles) return { args: addParameters(readText(kind, input, rules), rules) };
	// Files are read at the row's turn.
	return {
		args: (signal) =>
			buildArgs(input, rules, signal).catch((error: unknown) => {
				throw new UsageError(describe(error, rules.cwd));
			}),
	};
}

function withoutId(row: Record<string, unknown>, idColumn: string): Record<string, unknown> {
	const { [idColumn]: _id, custom_id: _custom, ...others } = row;
	return others;
}

/** The body of a request in the OpenAI format, as arguments. */
function fromRequest(value: Record<string, unknown>, rules: RowRules): Call {
	const { model, stream: _stream, ...body } = value["body"] as Record<string, unknown>;
	const task = rules.task;
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
function findArguments(
	row: Record<string, unknown>,
	json: string | undefined,
	{ task, column, system, chatMembers }: RowRules,
): Args | undefined {
	const kind = SIGNATURES[task].input;
	if (column !== undefined) return undefined;
	const { inputs, parameters, messages, question, context, source_sentence, sentences, table, query } = row;
	if (kind === "messages") {
		if (!Array.isArray(messages)) return undefined;
		checkMessages(messages);
		const members = Object.fromEntries(Object.entries(row).filter(([name]) => chatMembers.has(name)));
		return { ...members, messages: system ? [{ role: "system", content: system(row, json) }, ...messages] : messages };
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

/** Renders a text from the columns of a row; `json` is the row's own text if the input is JSON. */
type RowTemplate = (row: unknown, json: string | undefined) => string;

/**
 * Reads `--prompt` or `--system`: a Jinja template, or `@file` with one. A missing column is an error.
 * @throws UsageError if the template cannot be read
 */
export async function readTemplate(flag: string, given: string, context: Context): Promise<RowTemplate> {
	const template = parse(flag, await readValue(given, context));
	return (row, json) => {
		const exact = json === undefined ? row : parseJson(json);
		const columns = isRecord(exact) || exact instanceof Map ? exact : { text: exact, row: exact };
		try {
			return template.render(columns);
		} catch (error) {
			if (!isTemplateError(error)) throw error;
			throw new UsageError(
				`${flag}: ${error.message.replace(/\.?$/, ".")} Columns: ${Object.keys(isRecord(row) ? row : columns).join(", ")}.`,
			);
		}
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

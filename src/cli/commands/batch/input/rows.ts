import { isRecord, readMember } from "../../../../base/json.ts";
import type { BatchRow } from "../../../../batch/index.ts";
import { taskName } from "../../../../catalogue/aliases.ts";
import { isFileInput, SIGNATURES } from "../../../../catalogue/signatures.ts";
import { readCallerFields, readCallerInput } from "../../../../inference/caller-input.ts";
import type { Args, InferenceTask } from "../../../../inference/index.ts";
import type { ObjectPlan } from "../../../../inference/object/plan.ts";
import { addParameters } from "../../../../inference/parameters.ts";
import { describeNetworkError, describeSystemError } from "../../../errors/system.ts";
import { UsageError } from "../../../errors/usage.ts";
import { NotRegular } from "../../../files/read-bounded.ts";
import { quoteWord } from "../../../prompts/command-line.ts";
import { FileRow, findId, type RawRow } from "./columns.ts";
import { buildArgs, FILE_USES, type FileUse, type Fixed, fromText, type Medium, type RowInput } from "./row-args.ts";
import { FILE_COLUMNS, findMainColumn, mainColumnOf, typeByName } from "./row-columns.ts";
import type { RowTemplate } from "./row-template.ts";

/** How rows become calls. */
export interface RowRules extends Fixed {
	column: string | undefined;
	idColumn: string;
	prompt: RowTemplate | undefined;
	system: RowTemplate | undefined;
	/** Templates of paths or URLs of images. */
	images: readonly RowTemplate[];
	/** Reads the model that a row names; undefined if the command line names one, which overrides it. */
	readModel: ((name: string) => string) | undefined;
	/** Members of a chat's arguments; other columns of a row with messages are not sent. */
	chatMembers: ReadonlySet<string>;
	/** Parameters that rows may not set, because the command decides them. */
	decided: ReadonlySet<string>;
	/** Receives the names that a row may not set. */
	leaveOut(names: readonly string[]): void;
	/** Whether a limit of cost can count a model that a row names; absent without such a limit. */
	isPriced?: (model: string) => boolean;
	cwd: string;
	/** Format of the answers: `--schema`, or the parameter `response_format`. */
	answer: ObjectPlan | undefined;
}

/** The requests of the OpenAI batch format: their path, their task, and the member of the body that the task works on. */
const REQUESTS: readonly { path: RegExp; task: InferenceTask; input: string }[] = [
	{ path: /\/chat\/completions$/, task: "conversational", input: "messages" },
	{ path: /\/completions$/, task: "text-generation", input: "prompt" },
	{ path: /\/embeddings$/, task: "feature-extraction", input: "input" },
];

/** The task of a row in the OpenAI batch format; undefined for other rows. */
export function taskOfRow(value: unknown): InferenceTask | undefined {
	if (!isRequestForm(value)) return undefined;
	if (typeof value["url"] !== "string")
		return readMember(value["body"], "input") === undefined ? "conversational" : "feature-extraction";
	return taskOfPath(value["url"]) ?? "conversational";
}

function taskOfPath(url: unknown): InferenceTask | undefined {
	return typeof url === "string" ? REQUESTS.find(({ path }) => path.test(url))?.task : undefined;
}

function isRequestForm(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.hasOwn(value, "custom_id") && isRecord(value["body"]);
}

/** Returns the id that a row contains; undefined if its number is its id. Ids of other rows may look like numbers. */
export function findOwnId(raw: RawRow, { idColumn }: Pick<RowRules, "idColumn">): string | undefined {
	return raw.name ?? findId(raw.value, idColumn, raw);
}

/** Converts a row to a call. If that is impossible, the row has a failure of kind `input`. */
export function toBatchRow(raw: RawRow, index: number, rules: RowRules): BatchRow {
	const id = raw.id ?? findOwnId(raw, rules) ?? (raw.problem === undefined ? String(index) : `line:${index + 1}`);
	const row: BatchRow = { id, index, source: raw };
	if (raw.problem !== undefined) return fail(row, raw.problem);
	try {
		const own = raw.folder === undefined ? rules : { ...rules, files: rules.files.at(raw.folder) };
		// Not a spread of two: in Node 20 that takes 1.5 µs.
		return Object.assign(row, makeCall(raw, id, own));
	} catch (error) {
		return fail(row, describe(error, rules.cwd));
	}
}

function fail(row: BatchRow, problem: string): BatchRow {
	// People count rows from 1; `index` in files counts from 0.
	return { ...row, failure: { kind: "input", message: `Row ${(row.index ?? 0) + 1}: ${problem}` } };
}

function describe(error: unknown, cwd: string): string {
	if (error instanceof UsageError) return error.message;
	if (error instanceof NotRegular) return "A FIFO, a device or a link has taken its place; only files are read.";
	const known = describeSystemError(error, cwd) ?? describeNetworkError(error);
	if (known) return known.message;
	throw error;
}

type RowCall = Pick<BatchRow, "args" | "model" | "task">;

function makeCall(raw: RawRow, id: string, rules: RowRules): RowCall {
	const { value } = raw;
	const { prompt, task } = rules;
	if (isRequestForm(value)) {
		rejectAdditions("a whole request", { prompt, system: rules.system, image: rules.images[0] });
		return fromRequest(value, rules);
	}
	const isColumns = isRecord(value) && !(value instanceof FileRow);
	if (!prompt && isColumns) {
		const args = findArguments(value, raw, id, rules);
		if (args) {
			rejectAdditions("complete", { image: rules.images[0] });
			return { args: addParameters(take(args, rules), rules) };
		}
	}
	if (!prompt && Array.isArray(value) && task === "conversational") {
		rejectAdditions("complete", { image: rules.images[0] });
		return { args: addParameters({ messages: withSystem(checkMessages(value), raw, id, rules) }, rules) };
	}
	const input = toInput(raw, id, rules);
	const { input: kind } = SIGNATURES[task];
	if (!isFileInput(kind) && input.files.length === 0 && input.images.length === 0)
		return { args: addParameters(fromText(kind, input, rules), rules) };
	// Files are read when the row runs.
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
	id: string,
	{ system }: RowRules,
): readonly unknown[] {
	return system ? [{ role: "system", content: system.render(value, json, id) }, ...messages] : messages;
}

/** Splits a row into its text and its files. */
function toInput({ value, json }: RawRow, id: string, rules: RowRules): RowInput {
	const { task, prompt, idColumn } = rules;
	const use = FILE_USES[SIGNATURES[task].input];
	const input: RowInput = {
		text: prompt?.render(value, json, id),
		isPrompt: prompt !== undefined,
		files: NO_FILES,
		columns: undefined,
		system: rules.system?.render(value, json, id),
		images: rules.images.map((image) => image.render(value, json, id)),
	};
	if (prompt && use === "none") throw takesNoPrompt(task);
	if (value instanceof FileRow) {
		if (prompt && (use === "only" || use === "text-alone")) throw takesNoPrompt(task);
		// `--image "{{ file }}"` sends it already.
		if (!rules.images.some(({ names }) => names.has("file"))) input.files = [{ value }];
		return input;
	}
	if (!isRecord(value)) {
		if (typeof value !== "string" && !prompt) throw new UsageError("The row is neither an object nor text.");
		const isFile = use === "with-prompt" || (use !== "only" && isFileOf({ text: value }, "text", rules));
		if (isFile) input.files = [{ value }];
		else if (!prompt) input.text = value;
		return input;
	}
	input.columns = withoutId(value, idColumn);
	if (use === "none") return input;
	const main = prompt ? mainColumnOf(value, rules.column, idColumn) : findMainColumn(value, rules.column, idColumn);
	const names = findFileColumns(value, main, use, rules);
	if (names.length > 0) input.files = names.flatMap((name) => listFiles(name, value[name]));
	if (prompt) checkColumnsOfPrompt(value, names, use, rules);
	else if (main !== undefined && !names.includes(main)) input.text = value[main];
	return input;
}

const NO_FILES: RowInput["files"] = [];

const MEDIA_COLUMNS: Readonly<Record<string, Medium>> = {
	image: "image",
	images: "image",
	audio: "audio",
	video: "video",
};

function listFiles(name: string, held: unknown): RowInput["files"] {
	const values: readonly unknown[] = Array.isArray(held) ? held : [held];
	return values.map((value) => ({ value, medium: MEDIA_COLUMNS[name] }));
}

/**
 * Whether a file is sent with a row.
 * @param type type of the files, as far as their names show it; default: any
 */
export function hasFile(raw: RawRow, rules: RowRules, type = /(?:)/): boolean {
	if (raw.problem !== undefined || isRequestForm(raw.value)) return false;
	try {
		const { files, images } = toInput(raw, "", rules);
		return images.length > 0 || files.some(({ value }) => type.test(typeByName(value) ?? ""));
	} catch {
		// Reported when the row is converted to a call.
		return false;
	}
}

/** @throws UsageError for a column that was requested, or holds files, and is not sent */
function checkColumnsOfPrompt(
	row: Record<string, unknown>,
	sent: readonly string[],
	use: FileUse,
	rules: RowRules,
): void {
	const { task, column, prompt, system, images } = rules;
	const isUsed = (name: string): boolean =>
		sent.includes(name) ||
		prompt?.names.has(name) ||
		system?.names.has(name) ||
		images.some(({ names }) => names.has(name));
	if (column !== undefined) {
		if (isUsed(column)) return;
		throw new UsageError(
			`--prompt does not use the column ${column}, which --column names. Add {{ ${column} }} to it.`,
		);
	}
	if (use === "only") return;
	const isFile = (name: string): boolean =>
		typeByName(row[name]) !== undefined || (FILE_COLUMNS.includes(name) && isFilled(row[name]));
	const left = Object.keys(row).find((name) => !isUsed(name) && isFile(name));
	if (left === undefined) return;
	const other = Object.keys(row).find((name) => prompt?.names.has(name));
	const isSent = isSendable(row[left], use);
	const ways = [
		...(isSent ? [`--column ${quoteWord(left)} sends them`] : ["-t chat sends images, audio and text"]),
		...(other === undefined ? [] : [`--column ${quoteWord(other)} leaves them out`]),
	];
	const problem = isSent ? "--prompt does not send" : `${taskName(task)} does not take beside a prompt`;
	throw new UsageError(`The column ${left} holds files that ${problem}: ${ways.join("; ")}.`);
}

function takesNoPrompt(task: InferenceTask): UsageError {
	return new UsageError(`${taskName(task)} takes no prompt beside the row: leave out --prompt, or use -t chat.`);
}

/** The columns whose files are sent with a row. */
function findFileColumns(
	row: Record<string, unknown>,
	main: string | undefined,
	use: FileUse,
	rules: RowRules,
): readonly string[] {
	const { column, prompt } = rules;
	const isMainFile = main !== undefined && isFilled(row[main]) && isFileOf(row, main, rules);
	if (use === "only" || use === "with-prompt" || use === "beside-prompt") {
		// For a task of one file, the prompt is its path.
		if (use === "only" && prompt) return [];
		// With --prompt, --column may name a column that the prompt uses.
		const isNamed = column !== undefined && (!prompt || isFileOf(row, column, rules));
		const named = isNamed ? column : [...FILE_COLUMNS, "path", "url"].find((name) => isFilled(row[name]));
		const found = named ?? (use === "beside-prompt" && !isMainFile ? undefined : main);
		return found === undefined ? [] : [found];
	}
	const isSent = (name: string): boolean => !prompt || isSendable(row[name], use);
	const mainFile = isMainFile && isSent(main) ? [main] : [];
	if (column !== undefined || (use !== "parts" && use !== "context")) return mainFile;
	for (const name of FILE_COLUMNS)
		if (name !== main && isFilled(row[name]) && isFileOf(row, name, rules) && isSent(name)) mainFile.push(name);
	return mainFile;
}

/** Whether a file can be sent beside a prompt, judged by its name. */
function isSendable(value: unknown, use: FileUse): boolean {
	return use === "text" || use === "context" ? typeByName(value) === undefined : use !== "text-alone";
}

function isFilled(value: unknown): boolean {
	return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Whether a column holds a file to send, not text. */
function isFileOf(row: Record<string, unknown>, name: string, { prompt, system, images, column }: RowRules): boolean {
	const isFileName = FILE_COLUMNS.includes(name);
	const isPlace = name === "path" || name === "url";
	// Most rows are text.
	if (!prompt && !isFileName && !isPlace && name !== column) return false;
	// `--image "{{ image }}"` sends it already.
	if (images.some(({ names }) => names.has(name))) return false;
	const value = row[name];
	const isMedia = (Array.isArray(value) ? value : [value]).every((each: unknown) => typeByName(each) !== undefined);
	const isUsed = (prompt?.names.has(name) || system?.names.has(name)) ?? false;
	if (isFileName) return isMedia || !isUsed;
	const isLeft = prompt !== undefined && !isUsed;
	if (isPlace) return isMedia || isLeft;
	// The column of --column may hold a text file.
	const isNamed = name === column && (isMedia || (isLeft && typeof value === "string" && /\.\w{1,8}$/.test(value)));
	return isNamed || (isMedia && isLeft);
}

function withoutId(row: Record<string, unknown>, idColumn: string): Record<string, unknown> {
	const { [idColumn]: _id, custom_id: _custom, ...others } = row;
	return others;
}

/** The body of a request in the OpenAI format, as arguments. */
function fromRequest(value: Record<string, unknown>, rules: RowRules): RowCall {
	const { task, readModel, isPriced, decided, leaveOut } = rules;
	const wanted = taskOfPath(value["url"]) ?? task;
	const input = REQUESTS.find((request) => request.task === task)?.input;
	if (wanted !== task || input === undefined) {
		const form = wanted === task ? "in the form of OpenAI's batches" : `a request of ${taskName(wanted)}`;
		throw new UsageError(`The row is ${form}; this run is of ${taskName(task)}. Run hub batch once for each.`);
	}
	const { fields, leftOut } = readCallerFields(value["body"] as Record<string, unknown>, ["model", input], decided);
	if (leftOut.length > 0) leaveOut(leftOut);
	const { model, [input]: inputs, ...parameters } = fields;
	if (inputs === undefined) throw new UsageError(`The body has no ${input}.`);
	const own = typeof model === "string" && readModel ? { model: readModel(model) } : {};
	if (own.model !== undefined && isPriced?.(own.model) === false) {
		throw new UsageError(
			`The price of ${own.model}, which the row names, is not known, so --max-cost cannot count it. Set a price with --price, or the model of all rows with -m.`,
		);
	}
	if (task === "text-generation") return { ...own, args: addParameters({ inputs, parameters }, rules) };
	if (task === "feature-extraction") return { ...own, args: addParameters({ inputs, ...parameters }, rules) };
	if (!Array.isArray(inputs)) throw new UsageError("The body has no messages.");
	return { ...own, args: addParameters({ messages: checkMessages(inputs), ...parameters }, rules) };
}

/** What a row may set among its arguments. */
function take(args: Args, { task, decided, leaveOut }: RowRules): Args {
	const { fields, leftOut } = readCallerInput(task, args, decided);
	if (leftOut.length > 0) leaveOut(leftOut);
	return fields;
}

/** @throws UsageError for a list that holds anything but messages */
function checkMessages(list: readonly unknown[]): readonly unknown[] {
	const wrong = list.findIndex((item) => !isRecord(item) || typeof item["role"] !== "string");
	if (wrong === -1 && list.length > 0) return list;
	const place = list.length === 0 ? "The list of messages is empty" : `Item ${wrong} of the list is not a message`;
	throw new UsageError(`${place}: a message is an object with a role and a content.`);
}

/** Returns the arguments of a task that a row contains ready-made; undefined if there are none. */
function findArguments(row: Record<string, unknown>, raw: RawRow, id: string, rules: RowRules): Args | undefined {
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
			messages: withSystem(messages, raw, id, rules),
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

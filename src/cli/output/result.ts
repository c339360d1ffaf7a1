import { hostname } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readBytes } from "../../base/base64.ts";
import { parseJson, readMember } from "../../base/json.ts";
import { findExtension, findMediaType } from "../../base/media-type.ts";
import { taskName } from "../../catalogue/aliases.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import { readAnswers, readContent, readToolCalls, ToolCallDrafts } from "../../inference/delta.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { describeFile, otherFiles } from "../../inference/other-files.ts";
import type { Context } from "../context.ts";
import { binaryOutput, wrongValue } from "../errors/usage.ts";
import { isOnDisk, readChunks } from "../files/save-blob.ts";
import { formatSize } from "../terminal/amounts.ts";
import type { PreviewChoice } from "../terminal/graphics/kind.ts";
import { toJson } from "../terminal/json.ts";
import { isReadByAgent, isUnattended } from "../terminal/process-io.ts";
import { drawn, linkTo, paintStyled, type StyledText, styled } from "../terminal/styled.ts";
import { columnsOf } from "../terminal/width.ts";
import { type FileForm, findForm, toCsv } from "./file-form.ts";
import type { ResultFormat } from "./result-formats.ts";
import { bytesOnTerminal, rescue, type SaveOptions, savedElsewhere, saveFiles } from "./save.ts";
import { createTextSink, type ShownDelta } from "./text-sink.ts";
import { findView } from "./views/index.ts";
import { drawTranscript, hasTimes, readLabel } from "./views/view.ts";

export interface PrintOptions extends SaveOptions {
	task: InferenceTask;
	format?: ResultFormat | undefined;
	/** How images are shown on a terminal. Default `auto`. */
	preview?: PreviewChoice | undefined;
	/** The call's input. */
	args: Readonly<Record<string, unknown>>;
}

/**
 * Prints the result of a task. On a terminal: text, a view, or a file with its path and a preview; elsewhere: plain
 * text, structured results as JSON, binary ones as bytes.
 */
export async function printResult(result: unknown, options: PrintOptions, context: Context): Promise<void> {
	const { output, format, task } = options;
	const files = findFiles(result);
	const text = files ? undefined : findText(result);
	const isOnTerminal = context.stdout.isTTY && !context.flags.json;
	// Several files in one document: masks with their labels.
	const isDocument = output !== undefined && /^(nd)?json$/.test(findForm(output) ?? "") && !(result instanceof Blob);
	if (files && !isDocument && output !== "-" && (output !== undefined || isOnTerminal)) {
		const paths = await saveFiles(files, options, context);
		// After the first one is saved: the others may have to be downloaded.
		for (const other of await otherFiles(result)) {
			const place = files.push(other);
			const number = options.number === undefined ? place : `${options.number}-${place}`;
			paths.push(...(await saveFiles([other], { ...options, number }, context)));
		}
		await printSaved(result, paths, files, context);
		return isOnTerminal ? await showFiles(result, files, options, context) : undefined;
	}
	if (files && output === "-" && files.length > 1) {
		throw binaryOutput(
			"There are several results; they cannot all go to standard output.",
			"Name files with -o NAME-{n}.{ext}.",
		);
	}
	if (result instanceof Blob && !context.flags.json) {
		if (context.stdout.isTTY) throw bytesOnTerminal();
		for await (const chunk of readChunks(result)) await context.print(chunk);
		return await keepOthers(result, options, context);
	}
	if (output !== undefined && output !== "-") return await saveText(result, text, options, context);
	if (context.flags.json) return await printJsonResult(await describeBlob(result), format === "ndjson", context);
	if (SIGNATURES[task].output === "chat") {
		for (const [place, message] of readMessages(result).entries()) {
			if (place > 0) await context.print("\n");
			const toolCalls = new ToolCallDrafts().number(readToolCalls(readMember(message, "tool_calls")));
			await printText(readContent(readMember(message, "content")), toolCalls, context);
		}
		return;
	}
	if (text !== undefined && format !== "table" && !(isOnTerminal && hasTimes(result)))
		return await printText(text, [], context);
	if (!isOnTerminal && format !== "text" && format !== "table") return await printJsonResult(result, false, context);
	if (isOnTerminal) await previewFound(result, options, context);
	await printView(result, options, context);
}

/** Shows a saved result on a terminal: a preview of images, and the table for segments. */
async function showFiles(
	result: unknown,
	files: readonly Blob[],
	options: PrintOptions,
	context: Context,
): Promise<void> {
	if (SIGNATURES[options.task].output === "masks") {
		await previewFound(result, options, context);
		return await printView(result, options, context);
	}
	if (options.preview === "none") return;
	const { showPreview } = await import("../terminal/graphics/show.ts");
	// A file too large for memory gets no preview.
	for (const file of files.filter((candidate) => candidate.type.startsWith("image/") && !isOnDisk(candidate))) {
		await showPreview({ bytes: await readBytes(file) }, options.preview ?? "auto", context);
	}
}

async function previewFound(result: unknown, options: PrintOptions, context: Context): Promise<void> {
	const { task, args, preview = "auto" } = options;
	const { output } = SIGNATURES[task];
	if (output !== "boxes" && output !== "masks") return;
	const image = args["inputs"];
	if (!(image instanceof Blob) || preview === "none") return;
	const { showPreview } = await import("../terminal/graphics/show.ts");
	const { readMarks } = await import("../terminal/graphics/marks.ts");
	await showPreview({ bytes: await readBytes(image), marks: () => readMarks(result) }, preview, context);
}

async function printView(result: unknown, options: PrintOptions, context: Context): Promise<void> {
	const { task, format: given, args } = options;
	const space = { colors: context.colors.stdout, columns: columnsOf(context.stdout), args };
	// Columns that fit a width are cut.
	const format = given === "table" && isReadByAgent(context) ? "text" : given;
	if (format === "table") {
		const { tabulate } = await import("./views/rows.ts");
		return await context.print(drawn(tabulate(result, space)));
	}
	if (format === "text" && !context.stdout.isTTY) {
		const { formatRows } = await import("./views/rows.ts");
		return await context.print(formatRows(result, SIGNATURES[task].output, space));
	}
	const view = hasTimes(result) ? drawTranscript : findView(task);
	if (!view) return await printJsonResult(result, false, context);
	await context.print(drawn(`${view(result, space)}\n`));
}

/** Returns the files in a result: a Blob, or recordings and masks in base64. */
export function findFiles(result: unknown): Blob[] | undefined {
	if (result instanceof Blob) return [result];
	if (!Array.isArray(result) || result.length === 0) return undefined;
	const files = result.map((item: unknown) => {
		const data = readMember(item, "blob") ?? readMember(item, "mask");
		if (typeof data !== "string") return undefined;
		const bytes = Buffer.from(data.replace(/^data:[^,]*,/, ""), "base64");
		const type = readMember(item, "content-type");
		return new Blob([bytes], { type: typeof type === "string" ? type : findMediaType(bytes) });
	});
	return files.every((file) => file !== undefined) ? files : undefined;
}

export function findText(result: unknown): string | undefined {
	if (typeof result === "string") return result;
	const content = readAnswers(result);
	if (content !== undefined) return content;
	for (const name of ["generated_text", "summary_text", "translation_text", "text"]) {
		const text = readMember(result, name);
		if (typeof text === "string") return text;
	}
	return undefined;
}

/** Writes a result that is not a file, in the form for its file name. */
async function saveText(
	result: unknown,
	text: string | undefined,
	options: PrintOptions,
	context: Context,
): Promise<void> {
	const form = findForm(options.output ?? "") ?? (text === undefined || context.flags.json ? "json" : "text");
	// An answer that follows a schema is the value, not the message around it.
	const value = options.isObject && text !== undefined ? (parseJson(text) ?? result) : result;
	const written = await formatForFile(value, text, form, options);
	const type = form === "text" ? "text/plain" : "application/json";
	const file = new Blob([written ?? `${JSON.stringify(value, null, 2)}\n`], { type });
	if (written === undefined) {
		const cause = wrongValue(`The result is not a table, which ${options.output} has to be.`);
		throw savedElsewhere([await rescue(file, `${taskName(options.task)}.json`, cause, context)], cause, context);
	}
	await printSaved(undefined, await saveFiles([file], options, context), context.flags.json ? [file] : [], context);
}

/** Returns the text of a file; undefined if the result has no such form. */
async function formatForFile(
	result: unknown,
	text: string | undefined,
	form: FileForm,
	{ task, args }: PrintOptions,
): Promise<string | undefined> {
	if (form === "csv") return toCsv(result);
	if (form === "ndjson") {
		const items: unknown[] = Array.isArray(result) ? result : [result];
		return items.map((item) => `${toJson(item)}\n`).join("");
	}
	if (form !== "text") return `${JSON.stringify(result, null, 2)}\n`;
	if (text !== undefined) return `${text}\n`;
	const { formatRows } = await import("./views/rows.ts");
	return formatRows(result, SIGNATURES[task].output, { args }, String);
}

/** Bytes of the largest file that is printed as JSON, in base64. */
const MAX_IN_JSON = 256_000_000;

async function describeBlob(result: unknown): Promise<unknown> {
	if (!(result instanceof Blob)) return result;
	if (result.size > MAX_IN_JSON) throw binaryOutput("The result is too large for JSON.", "Write it to a file with -o.");
	return await describeFile(result);
}

/** Saves the files that came with one whose bytes were printed: a stream has room for one. */
async function keepOthers(first: Blob, { task }: PrintOptions, context: Context): Promise<void> {
	const others = await otherFiles(first);
	if (others.length === 0) return;
	const name = (file: Blob, index: number) => `${taskName(task)}-${index + 2}.${findExtension(file.type)}`;
	const noPlace = new Error("Standard output has room for one file.");
	const paths = await Promise.all(others.map((file, index) => rescue(file, name(file, index), noPlace, context)));
	context.note(
		`The response has ${others.length + 1} files. Standard output has the first; saved: ${paths.join(", ")}`,
	);
}

/** The message of each answer of a chat; one without a text if there is none. */
function readMessages(result: unknown): unknown[] {
	const choices = readMember(result, "choices");
	if (!Array.isArray(choices) || choices.length === 0) return [undefined];
	return choices.map((choice: unknown) => readMember(choice, "message"));
}

async function printText(content: string, toolCalls: ShownDelta["toolCalls"], context: Context): Promise<void> {
	const sink = createTextSink(context);
	await sink.add({ content, reasoning: "", toolCalls });
	await sink.end();
}

/**
 * Reports saved files: a note for each, with a link if the terminal supports it; with `--json` a document. An item of
 * a result may describe its file; a text has a path, but no file.
 */
async function printSaved(
	result: unknown,
	paths: readonly string[],
	files: readonly Blob[],
	context: Context,
): Promise<void> {
	const labelAt = (index: number): unknown => (Array.isArray(result) ? readMember(result[index], "label") : undefined);
	if (context.flags.json) {
		const saved = paths.map((path, index) => {
			const [file, label] = [files[index], labelAt(index)];
			return { path, ...(file ? { type: file.type, size: file.size } : {}), ...(label === undefined ? {} : { label }) };
		});
		return await printJsonResult(saved.length === 1 ? saved[0] : saved, false, context);
	}
	const { cwd, colors } = context;
	for (const [index, path] of paths.entries()) {
		const file = files[index];
		const name = linkFile(paintStyled(colors.stderr.bold, readLabel(path)), resolve(cwd, path), context);
		const facts = file ? ` (${readLabel(file.type) || "unknown type"}, ${formatSize(file.size)})` : "";
		const label = readLabel(labelAt(index));
		const aside = label === "" ? "" : `  ${label}`;
		context.note(styled`Saved ${name}${paintStyled(colors.stderr.dim, facts)}${aside}`);
	}
}

/** Returns a result as one JSON document, indented on a terminal; with `asLines`, a list has one element per line. */
async function printJsonResult(result: unknown, asLines: boolean, context: Context): Promise<void> {
	if (!asLines || !Array.isArray(result)) {
		return await context.print(`${toJson(result, context.stdout.isTTY ? 2 : undefined)}\n`);
	}
	for (const item of result) await context.print(`${toJson(item)}\n`);
}

/**
 * Whether standard error shows links (OSC 8). Most terminals show or ignore them; excluded are those known to print the codes,
 * and streams without escape codes. `FORCE_HYPERLINK=0` turns them off, another value on.
 */
function showsLinks({ stderr, colors, env }: Context): boolean {
	if (!stderr.isTTY || colors.stderr.level === 0 || env["TERM"] === "dumb") return false;
	const forced = env["FORCE_HYPERLINK"];
	if (forced) return forced !== "0" && forced !== "false";
	if (isUnattended(env) || /^(linux|screen)/.test(env["TERM"] ?? "") || env["TERM_PROGRAM"] === "Apple_Terminal")
		return false;
	// Older versions of the widget behind GNOME Terminal crashed on some links.
	return env["VTE_VERSION"] === undefined || Number(env["VTE_VERSION"]) >= 5000;
}

function linkFile(text: StyledText, path: string, context: Context): StyledText {
	if (!showsLinks(context)) return text;
	const url = pathToFileURL(path);
	// The host shows a terminal with another machine's output that the file is not local; one invalid in a URL is omitted.
	url.hostname = hostname();
	return linkTo(url, text);
}

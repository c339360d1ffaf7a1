import { getPath, readMember } from "../../base/json.ts";
import { findMediaType } from "../../base/media-type.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import { type Delta, readContent, readToolCalls } from "../../inference/delta.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { isOnDisk, readChunks } from "../files/save-blob.ts";
import type { PreviewChoice } from "../terminal/graphics/kind.ts";
import { isReadByAgent } from "../terminal/process-io.ts";
import { columnsOf } from "../terminal/width.ts";
import { printJsonResult, printSaved } from "./print-saved.ts";
import type { ResultFormat } from "./result-formats.ts";
import { bytesOnTerminal, type SaveOptions, saveFiles } from "./save.ts";
import { createTextSink } from "./text-sink.ts";
import { findView } from "./views/index.ts";
import { drawTranscript, hasTimes } from "./views/view.ts";

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
	if (files && output !== "-" && (output !== undefined || isOnTerminal)) {
		await printSaved(result, await saveFiles(files, options, context), files, context);
		return isOnTerminal ? await showFiles(result, files, options, context) : undefined;
	}
	if (files && output === "-" && files.length > 1) {
		throw new UsageError(
			"There are several results; they cannot all go to standard output.",
			"Name files with -o NAME-{n}.{ext}.",
			"binary-output",
		);
	}
	if (result instanceof Blob && !context.flags.json) {
		if (context.stdout.isTTY) throw bytesOnTerminal();
		for await (const chunk of readChunks(result)) await context.print(chunk);
		return;
	}
	if (output !== undefined && output !== "-") return await saveText(result, text, options, context);
	if (context.flags.json) return await printJsonResult(await describeBlob(result), format === "ndjson", context);
	if (SIGNATURES[task].output === "chat") return await printMessage(result, context);
	if (text !== undefined && format !== "table" && !(isOnTerminal && hasTimes(result)))
		return await printDelta({ content: text, reasoning: "", toolCalls: [] }, context);
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
	const [{ showPreview }, { readMarks }] = await Promise.all([
		import("../terminal/graphics/show.ts"),
		import("../terminal/graphics/marks.ts"),
	]);
	const found = { bytes: await readBytes(image), marks: () => readMarks(result) };
	await showPreview(found, preview, context);
}

async function printView(
	result: unknown,
	{ task, format: given, args }: PrintOptions,
	context: Context,
): Promise<void> {
	const space = { colors: context.colors.stdout, columns: columnsOf(context.stdout), args };
	// Columns that fit a width are cut.
	const format = given === "table" && isReadByAgent(context) ? "text" : given;
	if (format === "table") {
		const { tabulate } = await import("./views/rows.ts");
		return await context.print(tabulate(result, space));
	}
	if (format === "text" && !context.stdout.isTTY) {
		const { formatRows } = await import("./views/rows.ts");
		return await context.print(formatRows(result, SIGNATURES[task].output, space));
	}
	const view = hasTimes(result) ? drawTranscript : findView(task);
	if (!view) return await printJsonResult(result, false, context);
	await context.print(`${view(result, space)}\n`);
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
	const content = readMember(readMessage(result), "content");
	if (content !== undefined && content !== null) return readContent(content);
	for (const name of ["generated_text", "summary_text", "translation_text", "text"]) {
		const text = readMember(result, name);
		if (typeof text === "string") return text;
	}
	return undefined;
}

async function saveText(
	result: unknown,
	text: string | undefined,
	options: PrintOptions,
	context: Context,
): Promise<void> {
	const isText = text !== undefined && !context.flags.json;
	const file = isText
		? new Blob([`${text}\n`], { type: "text/plain" })
		: new Blob([`${JSON.stringify(result, null, 2)}\n`], { type: "application/json" });
	await printSaved(undefined, await saveFiles([file], options, context), context.flags.json ? [file] : [], context);
}

async function readBytes(blob: Blob): Promise<Uint8Array> {
	return new Uint8Array(await blob.arrayBuffer());
}

/** Bytes of the largest file that is printed as JSON, in base64. */
const MAX_IN_JSON = 256_000_000;

async function describeBlob(result: unknown): Promise<unknown> {
	if (!(result instanceof Blob)) return result;
	if (result.size > MAX_IN_JSON) {
		throw new UsageError("The result is too large for JSON.", "Write it to a file with -o.", "binary-output");
	}
	const data = Buffer.from(await result.arrayBuffer()).toString("base64");
	return { type: result.type, size: result.size, data };
}

async function printMessage(result: unknown, context: Context): Promise<void> {
	const message = readMessage(result);
	const content = readContent(readMember(message, "content"));
	await printDelta({ content, reasoning: "", toolCalls: readToolCalls(readMember(message, "tool_calls")) }, context);
}

function readMessage(result: unknown): unknown {
	return getPath(result, "choices", 0, "message");
}

async function printDelta(delta: Delta, context: Context): Promise<void> {
	const sink = createTextSink(context);
	await sink.add(delta);
	await sink.end();
}

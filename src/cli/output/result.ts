import { readMember } from "../../http/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { findMediaType } from "../input/media-type.ts";
import { readToolCalls } from "../stream-events.ts";
import { UsageError } from "../usage-error.ts";
import { formatSize } from "./format-size.ts";
import { sanitize } from "./sanitize.ts";
import { type SaveOptions, saveFiles } from "./save.ts";
import { createTextPrinter } from "./text.ts";
import { findView } from "./views/index.ts";

/** How a result is wanted. */
export interface PrintOptions extends SaveOptions {
	task: InferenceTask;
	format?: "text" | "json" | "ndjson" | undefined;
	/** The call's input. */
	args: Readonly<Record<string, unknown>>;
}

/**
 * Prints the result of a task. On a terminal: text, a view, or a file with its path; elsewhere: text as it is,
 * structured results as JSON, binary ones as bytes.
 */
export async function printResult(result: unknown, options: PrintOptions, context: Context): Promise<void> {
	const files = findFiles(result);
	const isText = !files && !context.flags.json && findText(result) !== undefined;
	if (
		files &&
		options.output !== "-" &&
		(options.output !== undefined || (context.stdout.isTTY && !context.flags.json))
	) {
		return await printSaved(result, await saveFiles(files, options, context), files, context);
	}
	if (files && options.output === "-" && files.length > 1) {
		throw new UsageError(
			"There are several results; they cannot all go to standard output.",
			"Name files with -o NAME-{n}.{ext}.",
		);
	}
	if (result instanceof Blob && !context.flags.json) {
		if (context.stdout.isTTY)
			throw new UsageError("Bytes would spoil the terminal.", "Name a file with -o, or pipe the output on.");
		return await context.print(new Uint8Array(await result.arrayBuffer()));
	}
	if (!files && options.output !== undefined && options.output !== "-") {
		const text = isText ? `${findText(result)}\n` : `${JSON.stringify(result, null, 2)}\n`;
		const type = isText ? "text/plain" : "application/json";
		await printSaved(result, await saveFiles([new Blob([text], { type })], options, context), [], context);
		return;
	}
	if (context.flags.json) return await printJson(await describeBlob(result), options.format === "ndjson", context);
	if (options.task === "conversational") return await printMessage(result, context);
	if (isText) return await printPlain(findText(result) ?? "", context);
	const view = context.stdout.isTTY || options.format === "text" ? findView(options.task) : undefined;
	if (!view) return await printJson(result, false, context);
	const space = { colors: context.colors.stdout, columns: context.stdout.columns ?? 80, args: options.args };
	await context.print(`${view(result, space)}\n`);
}

/** The files a result consists of: a Blob, or recordings and masks in base64. */
function findFiles(result: unknown): Blob[] | undefined {
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

/** The text of the tasks that give one. */
function findText(result: unknown): string | undefined {
	if (typeof result === "string") return result;
	for (const name of ["generated_text", "summary_text", "translation_text", "text"]) {
		const text = readMember(result, name);
		if (typeof text === "string") return text;
	}
	return undefined;
}

async function printSaved(
	result: unknown,
	paths: readonly string[],
	files: readonly Blob[],
	context: Context,
): Promise<void> {
	if (context.flags.json) {
		const saved = paths.map((path, index) => {
			const file = files[index];
			const label = Array.isArray(result) ? readMember(result[index], "label") : undefined;
			return { path, ...(file ? { type: file.type, size: file.size } : {}), ...(label === undefined ? {} : { label }) };
		});
		return await printJson(saved.length === 1 ? saved[0] : saved, false, context);
	}
	const { bold, dim } = context.colors.stderr;
	for (const [index, path] of paths.entries()) {
		const file = files[index];
		context.note(
			`Saved ${bold(sanitize(path))}${file ? dim(` (${file.type || "unknown type"}, ${formatSize(file.size)})`) : ""}`,
		);
	}
}

async function describeBlob(result: unknown): Promise<unknown> {
	if (!(result instanceof Blob)) return result;
	const data = Buffer.from(await result.arrayBuffer()).toString("base64");
	return { type: result.type, size: result.size, data };
}

async function printJson(result: unknown, asLines: boolean, context: Context): Promise<void> {
	if (asLines && Array.isArray(result)) {
		for (const item of result) await context.print(`${JSON.stringify(item)}\n`);
		return;
	}
	// JSON escapes C0 itself; what it leaves as it is could still reach a terminal.
	const text = JSON.stringify(result, null, context.stdout.isTTY ? 2 : undefined);
	await context.print(`${context.stdout.isTTY ? sanitize(text) : text}\n`);
}

async function printMessage(result: unknown, context: Context): Promise<void> {
	const choices = readMember(result, "choices");
	const message = readMember(Array.isArray(choices) ? choices[0] : undefined, "message");
	const content = readMember(message, "content");
	const printer = createTextPrinter(context);
	if (typeof content === "string") await printer.print(content);
	for (const call of readToolCalls(readMember(message, "tool_calls"))) printer.addToolCall(call);
	await printer.end();
}

async function printPlain(text: string, context: Context): Promise<void> {
	const printer = createTextPrinter(context);
	await printer.print(text);
	await printer.end();
}

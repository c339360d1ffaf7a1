import { existsSync, lstatSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { findExtension } from "../../base/media-type.ts";
import { taskName } from "../../catalogue/aliases.ts";
import { outputFacts } from "../../catalogue/kinds.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { describeSystemError, SavedElsewhere } from "../errors/system.ts";
import { alreadyExists, binaryOutput, UsageError, wrongValue } from "../errors/usage.ts";
import { isWrittenTo } from "../files/read-bounded.ts";
import { makeFolder, nearestExisting } from "../files/replace-file.ts";
import { saveBlob } from "../files/save-blob.ts";
import { checkWritable, nameProblem } from "../files/writable.ts";
import { checkForm, findWrongType, typeOf } from "./file-form.ts";

export interface SaveOptions {
	/** `-o`: a path, or a pattern with `{task}`, `{model}`, `{n}`, `{ext}`; by default the name has task and time. */
	output?: string | undefined;
	/** Number of the result; part of the name. */
	number?: number | string | undefined;
	/** Whether existing files may be replaced. */
	force?: boolean | undefined;
	task: InferenceTask;
	model: string | undefined;
	/** Whether the answer follows a schema. */
	isObject?: boolean | undefined;
}

/** Placeholders that a pattern of `-o` may contain. */
const PLACEHOLDERS = ["task", "model", "n", "ext"] as const;

/** Refuses a path that cannot be written, before anything is sent. A name with `{n}` or `{ext}` is known only at the end. */
export function checkOutput(options: SaveOptions, context: Context): void {
	const { output, force, task, number } = options;
	const { cwd, stdout, flags, platform } = context;
	const { files } = outputFacts(SIGNATURES[task].output);
	const isOnTerminal = stdout.isTTY && !flags.json;
	if (output === undefined) {
		// Files are saved on a terminal without `-o` too.
		if (isOnTerminal && files !== "none") checkWritable(cwd, "folder");
		return;
	}
	if (output === "-") {
		if (isOnTerminal && files === "one") throw bytesOnTerminal();
		return;
	}
	const problem = nameProblem(output, platform);
	if (problem) throw wrongValue(`${output} cannot be a file: ${problem}.`, "Choose another name.");
	const unknown = findUnknownPlaceholder(output, PLACEHOLDERS);
	if (unknown !== undefined) {
		throw wrongValue(`-o: {${unknown}} is unknown.`, `It may contain {${PLACEHOLDERS.join("}, {")}}.`);
	}
	const path = resolve(cwd, output);
	// The extension of a device has no meaning.
	if (!isWrittenTo(path)) checkForm(output, task, options.isObject ?? false);
	if (isFolder(output, cwd)) {
		if (!statSync(nearestExisting(path)).isDirectory())
			throw new UsageError(`${output} is not a folder.`, undefined, "no-folder");
		checkWritable(path, "folder");
		return;
	}
	// Folders of a pattern are created with the file.
	const isPattern = /\{(task|model|n|ext)\}/.test(output);
	if (!isPattern && !existsSync(dirname(path))) {
		throw new UsageError(
			`The folder ${dirname(output)} does not exist.`,
			`Create it first: mkdir -p ${dirname(output)}`,
			"no-folder",
		);
	}
	if (extname(path) === "" || /\{(n|ext)\}/.test(output)) {
		const [known = ""] = /^[^{]*/.exec(fillIn(output, options, { n: "{n}", ext: "{ext}" })) ?? [];
		checkWritable(dirname(resolve(cwd, `${known}file`)), "folder");
		return;
	}
	const named = namePath(options, "", number === undefined ? undefined : String(number), context);
	const target = resolve(cwd, named);
	// A broken link takes the name too.
	const isTaken = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
	if (isTaken && !force && !isWrittenTo(target)) throw alreadyThere(named);
	checkWritable(target, "file");
}

/**
 * Writes results to files and returns their paths, as given. A file is written atomically, and replaces another
 * only with `force`. Devices and FIFOs are written to.
 * @throws SavedElsewhere for those that cannot be written: they are in the temporary folder
 */
export async function saveFiles(files: readonly Blob[], options: SaveOptions, context: Context): Promise<string[]> {
	const paths: string[] = [];
	const rescued: string[] = [];
	let cause: unknown;
	for (const [index, file] of files.entries()) {
		let path = `${taskName(options.task)}.${findExtension(file.type)}`;
		try {
			path = namePath(options, file.type, numberOf(options, files.length, index), context);
			const target = resolve(context.cwd, path);
			const problem = isWrittenTo(target) ? undefined : await findWrongType(file, path);
			if (problem) {
				path = path.replace(/[^.]*$/, findExtension(await typeOf(file)));
				throw problem;
			}
			makeFolder(dirname(target));
			await saveBlob(file, target, Boolean(options.force), context.signal);
			paths.push(path);
		} catch (error) {
			if (context.signal.aborted) throw error;
			cause ??= (error as NodeJS.ErrnoException).code === "EEXIST" ? alreadyThere(path) : error;
			rescued.push(await rescue(file, path, cause, context));
		}
	}
	if (rescued.length > 0) throw savedElsewhere(rescued, cause, context);
	return paths;
}

/**
 * Saves a file that cannot be written to its place in a new folder below the temporary one; returns its path.
 * @throws `cause` if that cannot be written either
 */
export async function rescue(file: Blob, path: string, cause: unknown, { signal }: Context): Promise<string> {
	try {
		const target = join(mkdtempSync(join(tmpdir(), "hub-")), basename(path));
		await saveBlob(file, target, false, signal);
		return target;
	} catch {
		throw cause;
	}
}

/** Returns the error for results that are not in their place, with the reason and their paths. */
export function savedElsewhere(paths: readonly string[], cause: unknown, { cwd }: Context): SavedElsewhere {
	const reason = describeSystemError(cause, cwd)?.message ?? (cause instanceof Error ? cause.message : String(cause));
	return new SavedElsewhere(`${reason} The result is in ${paths.join(", ")}`, { cause });
}

/** One number for several files of a result, or for several results; two if there are several of both. */
function numberOf({ number }: SaveOptions, count: number, index: number): string | undefined {
	if (count > 1) return number === undefined ? String(index + 1) : `${number}-${index + 1}`;
	return number === undefined ? undefined : String(number);
}

function namePath(options: SaveOptions, type: string, number: string | undefined, context: Context): string {
	const extension = findExtension(type);
	const stamp = new Date(context.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
	const usual = `${taskName(options.task)}-${stamp}`;
	const isInFolder = options.output !== undefined && isFolder(options.output, context.cwd);
	const pattern = isInFolder ? join(options.output ?? "", usual) : (options.output ?? usual);
	let path = fillIn(pattern, options, { n: number ?? "1", ext: extension });
	if (isWrittenTo(resolve(context.cwd, path))) return path;
	if (extname(path) === "" || options.output === undefined || isInFolder)
		path += path.endsWith(`.${extension}`) ? "" : `.${extension}`;
	if (number === undefined || pattern.includes("{n}")) return path;
	const ending = extname(path);
	return `${path.slice(0, path.length - ending.length)}-${number}${ending}`;
}

function fillIn(pattern: string, { task, model = "model" }: SaveOptions, known: { n: string; ext: string }): string {
	// Names are untrusted: they must not contain a path.
	const values: Record<string, string> = { ...known, task: taskName(task), model: model.replace(/[^\w.-]+/g, "-") };
	return pattern.replace(/\{(task|model|n|ext)\}/g, (_, name: string) => values[name] ?? "");
}

/** Returns the first `{name}` of a name of a file that nothing fills in. */
function findUnknownPlaceholder(path: string, known: readonly string[]): string | undefined {
	return [...path.matchAll(/\{([A-Za-z_]\w*)\}/g)].map(([, name = ""]) => name).find((name) => !known.includes(name));
}

/** Whether a path names a folder: an existing one, or a new one with a slash at the end. */
function isFolder(path: string, cwd: string): boolean {
	return /[/\\]$/.test(path) || Boolean(statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory());
}

export function bytesOnTerminal(): UsageError {
	return binaryOutput("Refusing to write binary data to a terminal.", "Name a file with -o, or pipe the output.");
}

function alreadyThere(path: string): UsageError {
	return alreadyExists(`${path} already exists.`, "Replace it with --force, or choose another name.");
}

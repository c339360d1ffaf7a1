import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { findExtension } from "../../base/media-type.ts";
import type { Context } from "../context.ts";
import { alreadyExists, binaryOutput, UsageError, wrongValue } from "../errors/usage.ts";
import { nameProblem } from "../files/programs.ts";
import { isWrittenTo } from "../files/read-bounded.ts";
import { makeFolder, nearestExisting } from "../files/replace-file.ts";
import { saveBlob } from "../files/save-blob.ts";

export interface SaveOptions {
	/** `-o`: a path, or a pattern with `{task}`, `{model}`, `{n}`, `{ext}`; by default the name has task and time. */
	output?: string | undefined;
	/** Number of the result; part of the name. */
	number?: number | undefined;
	/** Whether existing files may be replaced. */
	force?: boolean | undefined;
	task: string;
	model: string | undefined;
}

/** Rejects an unwritable path before anything is sent. Only names without placeholders can be checked. */
export function checkOutput({ output, force, task }: SaveOptions, { cwd, stdout, flags, platform }: Context): void {
	if (output === "-" && stdout.isTTY && !flags.json && /-to-(image|video|speech|audio)$/.test(task)) {
		throw bytesOnTerminal();
	}
	const problem = output === undefined || output === "-" ? undefined : nameProblem(output, platform);
	if (problem) throw wrongValue(`${output} cannot be a file: ${problem}.`, "Choose another name.");
	if (output === undefined || output === "-" || /\{(n|ext)\}/.test(output)) return;
	const path = resolve(cwd, output);
	if (isFolder(output, cwd)) {
		const place = nearestExisting(path);
		if (!statSync(place).isDirectory()) throw new UsageError(`${output} is not a folder.`, undefined, "no-folder");
		accessSync(place, constants.W_OK);
		return;
	}
	if (!existsSync(dirname(path))) {
		throw new UsageError(
			`The folder ${dirname(output)} does not exist.`,
			`Create it first: mkdir -p ${dirname(output)}`,
			"no-folder",
		);
	}
	if (extname(path) !== "" && existsSync(path) && !force && !isWrittenTo(path)) throw alreadyThere(output);
}

/**
 * Writes results to files and returns their paths, as given. A file appears whole or not at all, and replaces another
 * only with `force`. Devices and FIFOs are written to.
 */
export async function saveFiles(files: readonly Blob[], options: SaveOptions, context: Context): Promise<string[]> {
	const paths: string[] = [];
	for (const [index, file] of files.entries()) {
		const path = namePath(options, file.type, numberOf(options, files.length, index), context);
		const target = resolve(context.cwd, path);
		makeFolder(dirname(target));
		try {
			await saveBlob(file, target, Boolean(options.force), context.signal);
		} catch (error) {
			throw (error as NodeJS.ErrnoException).code === "EEXIST" ? alreadyThere(path) : error;
		}
		paths.push(path);
	}
	return paths;
}

/** One number for several files of a result, or for several results; two if there are several of both. */
function numberOf({ number }: SaveOptions, count: number, index: number): string | undefined {
	if (count > 1) return number === undefined ? String(index + 1) : `${number}-${index + 1}`;
	return number === undefined ? undefined : String(number);
}

function namePath(options: SaveOptions, type: string, number: string | undefined, context: Context): string {
	const extension = findExtension(type);
	const stamp = new Date(context.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
	const usual = `${options.task}-${stamp}`;
	const isInFolder = options.output !== undefined && isFolder(options.output, context.cwd);
	const pattern = isInFolder ? join(options.output ?? "", usual) : (options.output ?? usual);
	const values: Record<string, string> = {
		task: options.task,
		// Names are untrusted: they must not contain a path.
		model: (options.model ?? "model").replace(/[^\w.-]+/g, "-"),
		n: number ?? "1",
		ext: extension,
	};
	let path = pattern.replace(/\{(task|model|n|ext)\}/g, (_, name: string) => values[name] ?? "");
	if (isWrittenTo(resolve(context.cwd, path))) return path;
	if (extname(path) === "" || options.output === undefined || isInFolder)
		path += path.endsWith(`.${extension}`) ? "" : `.${extension}`;
	if (number === undefined || pattern.includes("{n}")) return path;
	const ending = extname(path);
	return `${path.slice(0, path.length - ending.length)}-${number}${ending}`;
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

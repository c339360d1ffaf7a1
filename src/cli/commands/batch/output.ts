import { existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { JournalState } from "../../../batch/journal-state.ts";
import {
	findDifference,
	findInputChange,
	formatManifest,
	type Manifest,
	parseManifest,
} from "../../../batch/manifest.ts";
import { JournalWriter, manifestPath, type RowWriter, scanJournal } from "../../../node-journal.ts";
import { type Lock, takeLock } from "../../../node-lock.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { Draft } from "../../files/draft.ts";
import { replaceWhole } from "../../files/replace-whole.ts";
import { checkWritable } from "../../files/writable.ts";
import { quoteWord } from "../../prompts/command-line.ts";
import { OutputFailed } from "../../terminal/process-io.ts";

/** Takes the lines of an output that is a folder. */
export interface PartSink {
	/** Starts to take lines. `onFailure` is called once if they cannot be written. */
	open(onFailure: (error: Error) => void): RowWriter;
	/** Writes the last part. Rejects if a part could not be written; its lines stay in the scratch folder. */
	finish(): Promise<void>;
	save(manifest: Manifest): Promise<void>;
}

/** An output that is ready to be written to. */
export interface OpenOutput {
	/** File with one line per row. */
	journal: string;
	manifest: Manifest;
	/** Results of earlier runs; undefined for a new output. */
	state: JournalState | undefined;
	/** Must be held during each write, and released at the end. */
	lock: Lock;
	/** How the input differs from that of the earlier runs. */
	inputChange?: string | undefined;
	/** Set if the output is a folder: the journal is what is in none of its parts yet. */
	parts?: PartSink;
}

/** Table formats that a journal is converted to at the end. */
export type TableFormat = "csv" | "tsv" | "parquet" | "arrow";

/** The format for an output's name; undefined for the journal itself. */
export function tableFormat(path: string): TableFormat | undefined {
	const [, extension] = /\.(csv|tsv|parquet|arrow)$/i.exec(path) ?? [];
	return extension?.toLowerCase() as TableFormat | undefined;
}

/** Returns the journal of an output: the output itself or, for a table, the file next to it. */
export function journalPath(output: string): string {
	return tableFormat(output) ? `${output}.jsonl` : output;
}

/**
 * Locks the output for this process, and reads the results of earlier runs.
 * @throws UsageError if it belongs to another run or was not written by hub; Locked while another process uses it
 */
export async function openOutput(
	output: string,
	now: Manifest,
	isForced: boolean,
	context: Context,
): Promise<OpenOutput> {
	const journal = journalPath(output);
	const folder = dirname(output);
	if (!existsSync(folder))
		throw new UsageError(`The folder ${folder} does not exist.`, "Create it, or name another file with -o.");
	for (const file of [output, journal]) checkWritable(file, "file");
	const lock = await lockOutput(output, context);
	try {
		if (isForced) setAside([output, journal, manifestPath(output)]);
		const before = readManifest(output);
		const isThere = existsSync(journal) && statSync(journal).size > 0;
		if (!before) {
			if (isThere && hasResults(journal)) throw missingManifestError(output);
			if (!isThere && journal !== output && existsSync(output))
				throw lacksJournal(
					output,
					"No request was sent. Name another file with -o, or start over with --force, which runs all rows again and keeps this file as .old.",
				);
			if (isThere)
				throw notAnOutputError(
					journal,
					"Name another file with -o, or start over with --force, which keeps this one as .old.",
				);
			writeManifest(output, now, lock);
			return { journal, manifest: now, state: undefined, lock };
		}
		const isRestored = before.isRestored ?? false;
		const difference = isRestored ? undefined : findDifference({ ...before, inputs: now.inputs }, now);
		if (difference !== undefined) {
			throw new UsageError(
				`${output} belongs to another run: ${difference}.`,
				"Name another file with -o, or start over with --force.",
			);
		}
		const state = isThere ? scanJournal(journal) : undefined;
		if (state?.foreignLine !== undefined) throw damagedLineError(journal, state.foreignLine, output);
		const inputChange = findInputChange(before, now);
		if (!isRestored) return { journal, manifest: { ...before, ended: null }, state, lock, inputChange };
		const manifest = { ...now, counts: before.counts };
		writeManifest(output, manifest, lock);
		return { journal, manifest, state, lock };
	} catch (error) {
		lock.release();
		throw error;
	}
}

/**
 * Takes the lock of an output, or of another path that represents it.
 * @throws Locked while another process uses it
 */
export async function lockOutput(path: string, context: Context, shown = path): Promise<Lock> {
	return await takeLock(path, { shown, signal: context.signal, onWatch: (message) => context.note(message) });
}

/**
 * Finds the output of an earlier run.
 * @throws UsageError without its manifest
 */
export function findOutput(
	given: string,
	{ cwd }: Context,
	hint?: string,
): { output: string; journal: string; manifest: Manifest } {
	const output = resolve(cwd, given);
	const journal = journalPath(output);
	const manifest = readManifest(output);
	if (manifest) return { output, journal, manifest };
	if (hasResults(journal)) throw missingManifestError(output);
	throw journal !== output && existsSync(output) ? lacksJournal(given) : notAnOutputError(given, hint);
}

/**
 * Removes the journal and the manifest beside a table that has every row of its run, with a note.
 * @param isWhole no row is missing or has failed, and no later run needs the lines
 */
export function removeJournal(
	output: string,
	isWhole: boolean,
	lock: Lock,
	keepJournal: boolean | undefined,
	context: Context,
): void {
	const journal = journalPath(output);
	if (!isWhole || keepJournal || journal === output || !existsSync(output)) return;
	lock.assertHeld();
	const manifest = manifestPath(output);
	// The manifest first: a journal alone is reported, a manifest alone would run all rows again.
	for (const path of [manifest, journal]) rmSync(path, { force: true });
	context.note(
		`${basename(output)} has every row, so ${basename(journal)} and ${basename(manifest)} were removed. --keep-journal keeps them, for --reuse and for an input that changes.`,
	);
}

/** The error for a table without a journal, which does not show whether the requests of another run are the same. */
function lacksJournal(
	table: string,
	hint = "Only the journal shows which requests were made: --keep-journal keeps it.",
): UsageError {
	const reason = "it was removed when the table had every row, or hub batch did not write the file";
	return new UsageError(`${table} has no journal beside it: ${reason}.`, hint, "invalid-file");
}

export function damagedLineError(journal: string, line: number, output: string): UsageError {
	return new UsageError(`Line ${line} of ${journal} is damaged.`, adviseRepair(output), "invalid-file");
}

/** An output has the result of a row that its run does not have: another row may have lost it. */
export function strayRowError(output: string, index: number, total: number): UsageError {
	return new UsageError(
		`${output} has a line for row ${index + 1}, which is none of the ${total} rows of its run.`,
		`Run hub batch repair ${quoteWord(output)}: it removes the line, and keeps the old file.`,
		"invalid-file",
	);
}

/** An output has results, but no manifest that identifies their run. */
function missingManifestError(output: string): UsageError {
	return new UsageError(`${manifestPath(output)} is missing.`, adviseRepair(output), "invalid-file");
}

/** Whether a file has lines that hub wrote. */
function hasResults(journal: string): boolean {
	if (!statSync(journal, { throwIfNoEntry: false })?.isFile()) return false;
	const { done, failed } = scanJournal(journal);
	return done.count + failed.count > 0;
}

export function notAnOutputError(
	what: string,
	hint = "Give the file or folder that an earlier run wrote with -o.",
): UsageError {
	return new UsageError(`${what} is not an output of hub batch.`, hint);
}

/** Files are kept as `.old`, `.old.2` …, never overwritten. */
function setAside(paths: readonly string[]): void {
	const present = [...new Set(paths)].filter((path) => existsSync(path));
	const ending = freeEnding(present);
	for (const path of present) renameSync(path, path + ending);
}

/** A suffix (`.old`, `.old.2` …) that is free for all of the files. */
export function freeEnding(paths: readonly string[]): string {
	for (let number = 1; ; number++) {
		const ending = number === 1 ? ".old" : `.old.${number}`;
		if (!paths.some((path) => existsSync(path + ending))) return ending;
	}
}

/** The manifest of an output; undefined if there is none. */
export function readManifest(output: string): Manifest | undefined {
	const path = manifestPath(output);
	if (!existsSync(path)) return undefined;
	const manifest = parseManifest(readFileSync(path, "utf8"));
	if (!manifest) throw new UsageError(`${path} is damaged.`, adviseRepair(output), "invalid-file");
	return manifest;
}

export function adviseRepair(output: string): string {
	return `Run hub batch repair ${quoteWord(output)}: it keeps every whole line.`;
}

/** @throws LockLost if the output belongs to another process by now */
export function writeManifest(output: string, manifest: Manifest, lock: Lock): void {
	const path = manifestPath(output);
	replaceWhole(path, lock, (write) => write(formatManifest(manifest)), Draft.ofOwn(path));
}

/** Opens the journal of an output for lines. Failures are reported as those of the command's output. */
export function openJournalWriter(
	{ journal, lock }: Pick<OpenOutput, "journal" | "lock">,
	size: number,
	isOwn: boolean,
	onFailure: (error: Error) => void,
): JournalWriter {
	return new JournalWriter(
		journal,
		size,
		isOwn,
		lock,
		onFailure,
		(error) => new OutputFailed(error as NodeJS.ErrnoException),
	);
}

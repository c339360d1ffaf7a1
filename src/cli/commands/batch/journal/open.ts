import { existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../../../errors/usage.ts";
import { takeLock } from "./lock.ts";
import { adviseRepair, findDifference, type Manifest, manifestPath, readManifest, writeManifest } from "./manifest.ts";
import { type JournalState, scanJournal } from "./scan.ts";

/** An output that is ready to be written to. */
export interface OpenOutput {
	/** File with one line per row. */
	journal: string;
	manifest: Manifest;
	/** Results of earlier runs; undefined for a new output. */
	state: JournalState | undefined;
	release(): void;
}

/** Returns the journal of an output: the output itself or, for a table, the file next to it. */
export function journalPath(output: string, isTable: boolean): string {
	return isTable ? `${output}.jsonl` : output;
}

/**
 * Locks the output for this process, and reads the results of earlier runs.
 * @throws UsageError if it belongs to another run or was not written by hub; Locked while another process uses it
 */
export function openOutput(output: string, isTable: boolean, now: Manifest, isForced: boolean): OpenOutput {
	const journal = journalPath(output, isTable);
	const folder = dirname(output);
	if (!existsSync(folder))
		throw new UsageError(`The folder ${folder} does not exist.`, "Create it, or name another file with -o.");
	const release = takeLock(output);
	try {
		if (isForced) setAside([output, journal, manifestPath(output)]);
		const before = readManifest(output);
		const isThere = existsSync(journal) && statSync(journal).size > 0;
		if (!before) {
			if (isThere && hasResults(journal)) throw lacksManifest(output);
			if (isThere || (isTable && existsSync(output))) throw notOurs(isThere ? journal : output);
			writeManifest(output, now);
			return { journal, manifest: now, state: undefined, release };
		}
		const isRestored = before.isRestored ?? false;
		const difference = isRestored ? undefined : findDifference(before, now);
		if (difference !== undefined) {
			throw new UsageError(
				`${output} belongs to another run: ${difference}.`,
				"Name another file with -o, or start over with --force.",
			);
		}
		const state = isThere ? scanJournal(journal) : undefined;
		if (state?.foreignLine !== undefined) throw damaged(journal, state.foreignLine, output);
		if (!isRestored) return { journal, manifest: { ...before, ended: null }, state, release };
		const manifest = { ...now, counts: before.counts };
		writeManifest(output, manifest);
		return { journal, manifest, state, release };
	} catch (error) {
		release();
		throw error;
	}
}

/** A line of an output is not as hub wrote it. */
export function damaged(journal: string, line: number, output: string): UsageError {
	return new UsageError(`Line ${line} of ${journal} is damaged.`, adviseRepair(output), "invalid-file");
}

/** An output has results, and no manifest that says of what. */
export function lacksManifest(output: string): UsageError {
	return new UsageError(`${manifestPath(output)} is missing.`, adviseRepair(output), "invalid-file");
}

/** Whether a file has lines that hub wrote. */
export function hasResults(journal: string): boolean {
	if (!statSync(journal, { throwIfNoEntry: false })?.isFile()) return false;
	const { done, failed } = scanJournal(journal);
	return done.count + failed.count > 0;
}

/** The file is not one that hub wrote. */
export function notOurs(what: string): UsageError {
	return new UsageError(
		`${what} is not an output of hub batch.`,
		"Name another file with -o, or start over with --force, which keeps this one as .old.",
	);
}

/** Files are kept as `.old`, `.old.2` …, never overwritten. */
function setAside(paths: readonly string[]): void {
	const present = [...new Set(paths)].filter((path) => existsSync(path));
	const ending = freeEnding(present);
	for (const path of present) renameSync(path, path + ending);
}

/** An ending under which none of the files was kept yet. */
export function freeEnding(paths: readonly string[]): string {
	for (let number = 1; ; number++) {
		const ending = number === 1 ? ".old" : `.old.${number}`;
		if (!paths.some((path) => existsSync(path + ending))) return ending;
	}
}

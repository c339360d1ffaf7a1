import { existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../../../errors/usage.ts";
import { takeLock } from "./lock.ts";
import { findDifference, type Manifest, manifestPath, readManifest, writeManifest } from "./manifest.ts";
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
			if (isThere || (isTable && existsSync(output))) throw notOurs(isThere ? journal : output);
			writeManifest(output, now);
			return { journal, manifest: now, state: undefined, release };
		}
		const difference = findDifference(before, now);
		if (difference !== undefined) {
			throw new UsageError(
				`${output} belongs to another run: ${difference}.`,
				"Name another file with -o, or start over with --force.",
			);
		}
		const state = isThere ? scanJournal(journal) : undefined;
		if (state?.foreignLine !== undefined) throw notOurs(`Line ${state.foreignLine} of ${journal}`);
		return { journal, manifest: { ...before, ended: null }, state, release };
	} catch (error) {
		release();
		throw error;
	}
}

function notOurs(what: string): UsageError {
	return new UsageError(
		`${what} is not an output of hub batch.`,
		"Name another file with -o, or start over with --force, which keeps this one as .old.",
	);
}

/** Files are kept as `.old`, `.old.2` …, never overwritten. */
function setAside(paths: readonly string[]): void {
	const present = [...new Set(paths)].filter((path) => existsSync(path));
	for (let number = 1; ; number++) {
		const ending = number === 1 ? ".old" : `.old.${number}`;
		if (present.some((path) => existsSync(path + ending))) continue;
		for (const path of present) renameSync(path, path + ending);
		return;
	}
}

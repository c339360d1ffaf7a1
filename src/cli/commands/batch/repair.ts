import { constants, copyFileSync, existsSync, linkSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseJson } from "../../../base/json.ts";
import { readHead } from "../../../batch/journal-lines.ts";
import { createManifest, createRowCheck, knownTotal, type Manifest } from "../../../batch/manifest.ts";
import { manifestPath, scanJournal, visitLines } from "../../../node-journal.ts";
import type { Lock } from "../../../node-lock.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { openAtomic } from "../../files/replace-whole.ts";
import { decodeUtf8 } from "./input/columns.ts";
import { freeEnding, journalPath, lockOutput, notAnOutputError, readManifest, writeManifest } from "./output.ts";

/** Maximum line numbers to print for people. */
const MAX_SHOWN = 20;

/**
 * `hub batch repair`: makes an output with damaged lines, or without its manifest, one that the next run continues. Every
 * whole line stays; where others are dropped, the file of before is kept as `.old`.
 */
export async function repairOutput(given: string, context: Context): Promise<void> {
	const output = resolve(context.cwd, given);
	const journal = journalPath(output);
	const isFile = statSync(journal, { throwIfNoEntry: false })?.isFile();
	if (!(isFile ?? existsSync(manifestPath(output)))) throw notAnOutputError(given);
	const lock = await lockOutput(output, context);
	try {
		const known = readIfWhole(output);
		const { kept, dropped, backup } = repairJournal(journal, known, lock);
		if (!known) restoreManifest(output, journal, kept, lock);
		else if (dropped.length > 0) writeManifest(output, { ...known, ended: null }, lock);
		const manifest = known ? "kept" : "restored";
		if (context.flags.json) {
			return await context.print(`${JSON.stringify({ kept, dropped, manifest, backup: backup ?? null })}\n`);
		}
		for (const line of describe({ given, kept, dropped, backup, isKnown: known !== undefined })) context.note(line);
	} finally {
		lock.release();
	}
}

interface Repaired {
	kept: number;
	/** Numbers of the dropped lines, from 1. */
	dropped: number[];
	/** Where the file of before is; undefined if no line was dropped. */
	backup: string | undefined;
}

function describe({ given, kept, dropped, backup, isKnown }: Repaired & { given: string; isKnown: boolean }): string[] {
	if (isKnown && dropped.length === 0) return [`${given} needs no repair: ${kept} lines are whole.`];
	const shown = dropped.slice(0, MAX_SHOWN).join(", ");
	const more = dropped.length > MAX_SHOWN ? ` and ${dropped.length - MAX_SHOWN} more` : "";
	const lost =
		dropped.length === 0 ? "" : ` Dropped ${dropped.length} damaged: line ${shown}${more}. The old file is ${backup}.`;
	return [
		`Kept ${kept} lines of ${given}.${lost}`,
		...(isKnown
			? []
			: ["The manifest was lost, so the next run cannot check that its input and options are still the same."]),
		"Run the same hub batch command again: it runs the rows that have no result.",
	];
}

function readIfWhole(output: string): Manifest | undefined {
	try {
		return readManifest(output);
	} catch (error) {
		if (error instanceof UsageError) return undefined;
		throw error;
	}
}

/** The next run adopts this manifest, whatever its own facts are. */
function restoreManifest(output: string, journal: string, kept: number, lock: Lock): void {
	const path = manifestPath(output);
	if (existsSync(path)) keepOld(path);
	const manifest = { ...createManifest({}, []), isRestored: true };
	if (kept > 0) {
		const { done, failed, cost } = scanJournal(journal);
		manifest.counts = { total: null, done: done.count, failed: failed.count, cost_usd: cost };
	}
	writeManifest(output, manifest, lock);
}

/**
 * Writes the whole lines of a journal to a new file in its place, if it has others, or lines of rows that its run does
 * not have.
 * @param run its manifest, if there is one; "private" for a file that only hub writes
 */
export function repairJournal(
	path: string,
	run: Manifest | "private" | undefined,
	lock: Pick<Lock, "assertHeld">,
): Repaired {
	if (!existsSync(path)) return { kept: 0, dropped: [], backup: undefined };
	const dropped: number[] = [];
	let count = 0;
	let kept = 0;
	let isChanged = false;
	const isRow = run === undefined || run === "private" ? () => true : findRows(run);
	const file = openAtomic(path, lock);
	const take = (line: Uint8Array, isEnded: boolean): void => {
		count++;
		// Editors add a byte order mark, and CR before each line feed.
		const start = count === 1 && decodeUtf8(line.subarray(0, 3)) === "\ufeff" ? 3 : 0;
		const end = line[line.length - 1] === 0x0d ? line.length - 1 : line.length;
		const trimmed = line.subarray(start, end);
		if (!isWhole(trimmed, isRow)) {
			dropped.push(count);
			return;
		}
		kept++;
		if (trimmed.length < line.length || !isEnded) isChanged = true;
		file.write(trimmed);
		file.write("\n");
	};
	try {
		visitLines(
			path,
			({ bytes, start, end }) => take(bytes.subarray(start, end), true),
			(rest) => take(rest, false),
		);
		if (kept === 0 && run === undefined && count > 0) throw notAnOutputError(path);
		const backup = dropped.length > 0 ? keepOld(path) : undefined;
		if (dropped.length > 0 || isChanged) file.commit();
		return { kept, dropped, backup };
	} finally {
		file.discard();
	}
}

/** Returns which rows a run has, as far as that is known. */
function findRows(run: Manifest): (index: number) => boolean {
	const total = knownTotal(run);
	return total === null ? () => true : createRowCheck(run, total);
}

/** Whether a line is one that hub wrote for a row, from its first to its last character. */
function isWhole(line: Uint8Array, isRow: (index: number) => boolean): boolean {
	const head = readHead(line, 0, line.length);
	if (!head || !isRow(head.index)) return false;
	const text = decodeUtf8(line);
	return text !== undefined && parseJson(text, Number.POSITIVE_INFINITY) !== undefined;
}

/** Gives a file a second name, under which it stays when it is replaced. */
function keepOld(path: string): string {
	const old = path + freeEnding([path]);
	try {
		linkSync(path, old);
	} catch {
		// Some disks have no hard links.
		copyFileSync(path, old, constants.COPYFILE_EXCL);
	}
	return old;
}

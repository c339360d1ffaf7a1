import {
	hasFields,
	isBoolean,
	isCount,
	isListOf,
	isNumber,
	isText,
	isTime,
	orMissing,
	orNull,
} from "../base/check-fields.ts";
import { isRecord, parseJson } from "../base/json.ts";
import type { Bitmap } from "./row-sets.ts";

const VERSION = 1;

/** Facts that decide the results: they must be equal to resume. */
export type Fingerprint = Record<string, unknown>;

/** A job of a provider's batch service. */
export interface JobRecord {
	part: number;
	/** The rows in it: first number, last number, and count. */
	from: number;
	to: number;
	rows: number;
	/** Rows between the first and the last that are not in it: from, to. Rows of other shards are not named. */
	gaps?: readonly (readonly [number, number])[];
	/** US dollars that its rows may cost at most; missing if that is not known. */
	most_usd?: number;
	fileId: string | undefined;
	jobId: string | undefined;
	status: string;
	isCollected: boolean;
}

/** What happened to the results of an output whose input changed. */
export interface InputChange {
	/** Rows that keep their result, rows that have none, and results of rows that the input no longer has. */
	kept: number;
	open: number;
	gone: number;
	/** Whether results of rows that are gone were removed. */
	isPruned: boolean;
	/** US dollars of results that were replaced or removed. */
	dropped_cost_usd: number;
}

/** The file next to an output that identifies its run. */
export interface Manifest {
	version: number;
	fingerprint: Fingerprint;
	inputs: InputMark[];
	shard: ShardChoice | null;
	/** The rows of a shard that took a range of the input. */
	range?: RowRange | undefined;
	counts: { total: number | null; done: number; failed: number; cost_usd: number };
	/** Results that a program has taken from `runBatch`, in lines from the first. */
	delivered?: number | undefined;
	/** Rows beyond `--limit` were left out. */
	isLimited?: boolean;
	/** How the input had changed when the output was last carried over to it. */
	change?: (InputChange & { time: string }) | undefined;
	/** Written by `hub batch repair`; the next run replaces it. */
	isRestored?: boolean;
	started: string;
	ended: string | null;
	seconds: number;
	jobs: JobRecord[];
}

export function createManifest(fingerprint: Fingerprint, inputs: InputMark[], shard?: ShardChoice): Manifest {
	return {
		version: VERSION,
		fingerprint,
		inputs,
		shard: shard ?? null,
		counts: { total: null, done: 0, failed: 0, cost_usd: 0 },
		started: new Date().toISOString(),
		ended: null,
		seconds: 0,
		jobs: [],
	};
}

const isManifest = hasFields({
	version: (value) => value === VERSION,
	fingerprint: isRecord,
	inputs: isListOf(hasFields({ name: isText, size: isNumber, hash: isText })),
	shard: orNull(hasFields({ index: isCount, count: isCount })),
	range: orMissing(hasFields({ first: isCount, rows: isCount })),
	counts: hasFields({ total: orNull(isCount), done: isCount, failed: isCount, cost_usd: isNumber }),
	delivered: orMissing(isCount),
	isLimited: orMissing(isBoolean),
	change: orMissing(
		hasFields({
			time: isTime,
			kept: isCount,
			open: isCount,
			gone: isCount,
			isPruned: isBoolean,
			dropped_cost_usd: isNumber,
		}),
	),
	isRestored: orMissing(isBoolean),
	started: isTime,
	ended: orNull(isTime),
	seconds: isNumber,
	jobs: isListOf(
		hasFields({
			part: isCount,
			from: isCount,
			to: isCount,
			rows: isCount,
			gaps: orMissing(isListOf((gap) => isListOf(isCount)(gap) && (gap as unknown[]).length === 2)),
			fileId: orMissing(isText),
			jobId: orMissing(isText),
			status: isText,
			isCollected: isBoolean,
		}),
	),
}) as (value: unknown) => value is Manifest;

/** Undefined for a text that hub did not write, or that was changed. */
export function parseManifest(text: string): Manifest | undefined {
	const value = parseJson(text);
	return isManifest(value) ? value : undefined;
}

/** Lines of rows that the input no longer has, which are no part of the run's counts. */
export function countGone({ change }: Pick<Manifest, "change">): number {
	return change && !change.isPruned ? change.gone : 0;
}

/** The rows of a run, as far as they are known from its manifest; null while another run may have more. */
export function knownTotal({ counts, inputs, range, ended, isLimited, isRestored }: Manifest): number | null {
	if (range) return range.rows;
	// A stream has no mark: after a run that ended, a longer one may have been read.
	const isKnown = !isLimited && !isRestored && (inputs.length > 0 || ended === null);
	return isKnown ? counts.total : null;
}

/**
 * Returns the places of rows in their run, from 0: of the numbers in the input, a shard has each `count`-th, or a range.
 * Rows that the input no longer has follow the others. A number that no row can have has no place.
 */
function placeOf({ shard, range }: RunRows): (index: number) => number {
	const [first, step] = range ? [range.first, 1] : [shard?.index ?? 0, shard?.count ?? 1];
	return (index) => {
		const place = (index - first) / step;
		return Number.isInteger(place) && place >= 0 ? place : Number.POSITIVE_INFINITY;
	};
}

type RunRows = Pick<Manifest, "shard" | "range" | "change">;

/** Returns whether a row is one of a run, or one that its input no longer has. */
export function createRowCheck(run: RunRows, total: number): (index: number) => boolean {
	const find = placeOf(run);
	return (index) => find(index) < total + countGone(run);
}

/**
 * Counts the rows of a run that have lines.
 * @param total rows of the run; null if unknown
 * @param isLimited the input has more rows
 * @returns also the first number of a line that no row has: its results are of no use
 */
export function countRunRows(
	{ done, failed }: { done: Bitmap; failed: Bitmap },
	run: RunRows,
	total: number | null,
	isLimited = false,
): { done: number; failed: number; stray: number | undefined } {
	if (total === null) return { done: done.count - countGone(run), failed: failed.count, stray: undefined };
	const find = placeOf(run);
	const isOurs = createRowCheck(run, total);
	let stray: number | undefined;
	const count = (rows: Bitmap): number => {
		let others = 0;
		// A run of all rows has each number below the total: with millions of rows, only those above it are looked at.
		for (const index of rows.rows(run.range || run.shard ? 0 : total)) {
			if (find(index) < total) continue;
			others++;
			if (!isLimited && !isOurs(index)) stray = Math.min(stray ?? index, index);
		}
		return rows.count - others;
	};
	return { done: count(done), failed: count(failed), stray };
}

export function formatManifest(manifest: Manifest): string {
	return `${JSON.stringify(manifest, null, "\t")}\n`;
}

/** A description of the first difference between two runs; undefined if they are the same. */
export function findDifference(before: Manifest, now: Manifest): string | undefined {
	const names = new Set([...Object.keys(before.fingerprint), ...Object.keys(now.fingerprint)]);
	for (const name of names) {
		const [old, given] = [before.fingerprint[name], now.fingerprint[name]].map((value) => JSON.stringify(value));
		if (old !== given) return `${name} changed from ${shorten(old)} to ${shorten(given)}`;
	}
	const [oldShard, newShard] = [before.shard, now.shard].map((shard) =>
		shard ? `${shard.index}/${shard.count}` : "none",
	);
	if (oldShard !== newShard) return `the shard changed from ${oldShard} to ${newShard}`;
	return findInputChange(before, now);
}

/** A description of how the inputs differ; undefined if they are the same. */
export function findInputChange(before: Pick<Manifest, "inputs">, now: Pick<Manifest, "inputs">): string | undefined {
	if (before.inputs.length !== now.inputs.length) {
		return `the number of inputs changed from ${before.inputs.length} to ${now.inputs.length}`;
	}
	for (const [place, mark] of before.inputs.entries()) {
		const other = now.inputs[place];
		if (mark.size !== other?.size) return `the input ${mark.name} changed from ${mark.size} to ${other?.size} bytes`;
		if (mark.hash !== other.hash) return `the input ${mark.name} has changed`;
	}
	return undefined;
}

function shorten(text: string | undefined): string {
	if (text === undefined) return "not set";
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Returns a job for output. */
export function describeJob({ part, jobId, status, rows }: JobRecord): object {
	return { part, id: jobId ?? null, status, rows };
}

/** Identifies an input: its name, size, and a hash of its ends. */
export interface InputMark {
	name: string;
	size: number;
	hash: string;
}

/** One part of an input: the rows whose number modulo `count` is `index`. */
export interface ShardChoice {
	index: number;
	count: number;
}

/** Rows that follow each other in the input, by number. */
export interface RowRange {
	first: number;
	rows: number;
}

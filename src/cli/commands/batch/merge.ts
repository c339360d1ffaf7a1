import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ErrorCounts, type JournalState } from "../../../batch/journal-state.ts";
import { countRunRows, createManifest, describeJob, knownTotal, type Manifest } from "../../../batch/manifest.ts";
import { Bitmap } from "../../../batch/row-sets.ts";
import { openPlaces, scanJournal } from "../../../node-journal.ts";
import { isLocked, type Lock } from "../../../node-lock.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/usage.ts";
import { Draft } from "../../files/draft.ts";
import { makeFolder } from "../../files/replace-file.ts";
import { openAtomic } from "../../files/replace-whole.ts";
import { paintStyled, styled } from "../../terminal/styled.ts";
import { isPlace, isRemote, openPlace } from "./input/source.ts";
import type { BatchCommandOptions } from "./options.ts";
import {
	damagedLineError,
	findOutput,
	journalPath,
	lockOutput,
	notAnOutputError,
	removeJournal,
	strayRowError,
	tableFormat,
	writeManifest,
} from "./output.ts";
import { writeTable } from "./output-tables.ts";
import type { PartsStore } from "./parts/store.ts";
import { readShards, type ShardLines } from "./shard-lines.ts";
import { countCauses, describeSummary, type Summary, summarize } from "./tally.ts";

/** `hub batch status`: reads the state of a run only from its files. */
export async function printStatus(given: string, options: BatchCommandOptions, context: Context): Promise<void> {
	if (await isPlace(given, context)) return await printPlaceStatus(await openPlace(given, options, context), context);
	const { output, journal, manifest } = findOutput(given, context);
	if (manifest.jobs.some(({ isCollected }) => !isCollected)) {
		const { refreshJobs } = await import("./jobs/cancel.ts");
		await refreshJobs(manifest, options, context);
	}
	const state = existsSync(journal) ? scanJournal(journal) : undefined;
	if (state?.foreignLine !== undefined) {
		warnOf(damagedLineError(journal, state.foreignLine, output), context);
	}
	const { stray, ...summary } = describeRun(output, manifest, state);
	if (stray !== undefined) warnOf(strayRowError(given, stray, summary.total ?? 0), context);
	if (context.flags.json) return await context.print(`${JSON.stringify(summary)}\n`);
	const jobs = manifest.jobs.map(
		({ part, jobId, status, rows }) => `  Job ${jobId ?? "(not created)"} (part ${part}, ${rows} rows): ${status}`,
	);
	await context.print(`${[...describeSummary(summary), ...jobs].join("\n")}\n`);
}

function warnOf({ message, hint }: UsageError, context: Context): void {
	context.warn(`${message} ${hint}`);
}

function describeRun(
	output: string,
	manifest: Manifest,
	state: JournalState | undefined,
): Summary & { stray: number | undefined } {
	const { done, failed, stray } = state ? countLines(state, manifest) : { done: 0, failed: 0, stray: undefined };
	const { total, cost_usd } = manifest.counts;
	const running = isLocked(output);
	const seconds = running ? (Date.now() - Date.parse(manifest.started)) / 1000 : manifest.seconds;
	const cost = state && state.cost > 0 ? state.cost + (manifest.change?.dropped_cost_usd ?? 0) : cost_usd;
	const rate = seconds > 0 ? (done + failed) / seconds : null;
	const errors = state?.errors ?? [];
	return {
		...summarize({ total, done, failed }, cost || null, rate, errors),
		running,
		causes: countCauses(errors),
		...(manifest.jobs.length > 0 ? { jobs: manifest.jobs.map(describeJob) } : {}),
		stray,
	};
}

/** Counts the rows with lines, as far as the manifest says which there are. */
function countLines(state: JournalState, manifest: Manifest): ReturnType<typeof countRunRows> {
	const { counts, isLimited } = manifest;
	return countRunRows(state, manifest, isLimited ? counts.total : knownTotal(manifest), isLimited);
}

/** The shards of a folder of parts, added up from their indexes. */
async function printPlaceStatus(place: PartsStore, context: Context): Promise<void> {
	const { findParts, readManifests, sumParts, WHOLE } = await import("./parts/part-run.ts");
	const files = await place.list();
	const parts = findParts(files);
	const manifests = await readManifests(place, files);
	const [first] = manifests;
	if (!first) throw notAnOutputError(place.name);
	const count = first.shard?.count ?? 1;
	const [sums, errors] = [{ done: 0, failed: 0, cost: 0, total: 0 }, new ErrorCounts()];
	for (const manifest of manifests) {
		const state = (await sumParts(place, parts, manifest.shard ?? WHOLE, manifest.range)).toState();
		const { done, failed, stray } = countLines(state, manifest);
		if (stray !== undefined) warnOf(strayRowError(place.name, stray, manifest.counts.total ?? 0), context);
		sums.done += done;
		sums.failed += failed;
		sums.cost += state.cost;
		sums.total += manifest.counts.total ?? manifest.range?.rows ?? Number.NaN;
		for (const error of state.errors) errors.of(error).count += error.count;
	}
	const total = manifests.length === count && !Number.isNaN(sums.total) ? sums.total : null;
	const all = errors.list();
	const summary = { ...summarize({ ...sums, total }, sums.cost || null, null, all), causes: countCauses(all) };
	const ended = manifests.filter((manifest) => manifest.ended !== null).length;
	const shards = { total: count, started: manifests.length, ended };
	if (context.flags.json) return await context.print(`${JSON.stringify({ ...summary, shards })}\n`);
	const line = `  Shards: ${ended} of ${count} finished, ${shards.started} started`;
	await context.print(`${[...describeSummary(summary), line].join("\n")}\n`);
}

/** `hub batch merge`: one file of the parts of a sharded run, in the order of the input. */
export async function mergeParts(
	given: readonly string[],
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const { output, force = false } = options;
	if (output === undefined)
		throw new UsageError("hub batch merge needs -o.", "Add the file for all rows: -o all.jsonl");
	if (isRemote(output)) return await mergeIntoPlace(given, output, options, context);
	const target = resolve(context.cwd, output);
	// The journal of a run that was stopped is there before its table.
	const isThere = [output, journalPath(output)].find((path) => existsSync(resolve(context.cwd, path)));
	if (isThere && !force) throw new UsageError(`${isThere} already exists.`, "Replace it with --force.");
	const lock = await lockOutput(target, context);
	try {
		const scratch = mkdtempSync(join(dirname(target), ".hub-merge-"));
		try {
			await mergeInto(target, await readParts(given, scratch, options, context), lock, options, context);
		} finally {
			rmSync(scratch, { recursive: true, force: true });
		}
	} finally {
		lock.release();
	}
}

/** Merges into a file of a bucket or a repository: it is made on this machine, and uploaded atomically. */
async function mergeIntoPlace(
	given: readonly string[],
	output: string,
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const { force = false } = options;
	if (/\/$|^s3:\/\/[^/]*$/.test(output))
		throw new UsageError(`${output} names no file.`, "Add its name: -o s3://BUCKET/all.jsonl", "option-value");
	const place = await openPlace(output, options, context);
	const files = await place.list();
	const isFolder = files.length > 0 && !files.some(({ name }) => name === "");
	if (isFolder) throw new UsageError(`${output} is a folder.`, "Name a file with -o.", "option-value");
	if (files.length > 0 && !force) throw new UsageError(`${output} already exists.`, "Replace it with --force.");
	const above = join(hubFolder("cache", context.env), "batch");
	makeFolder(above, 0o700);
	const scratch = mkdtempSync(join(above, "merge-"));
	try {
		const target = join(scratch, basename(output));
		const lock = await lockOutput(target, context);
		try {
			const parts = await readParts(given, scratch, options, context);
			const rows = await mergeRows(target, parts, lock, options, context);
			await place.put([{ name: "", path: target, replaces: force }]);
			await printMerged(rows, parts, options, context);
		} finally {
			lock.release();
		}
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

/**
 * Writes the rows of parts to a file, in order.
 * @returns their number
 */
async function mergeRows(
	target: string,
	parts: ShardLines[],
	lock: Lock,
	options: BatchCommandOptions,
	context: Context,
): Promise<number> {
	const problem = findProblem(parts);
	if (problem !== undefined) {
		context.warn(styled`${paintStyled(context.colors.stderr.red, "Error:")} ${problem}`);
		throw new ExitWithoutError();
	}
	parts.sort((a, b) => a.index - b.index);
	const format = tableFormat(target);
	const journal = journalPath(target);
	const rows = await writeMerged(parts, journal, lock, format !== undefined);
	const [first] = parts;
	if (format && first) await writeTable(journal, target, format, lock, first.manifest.fingerprint, options);
	return rows;
}

async function printMerged(
	rows: number,
	parts: readonly ShardLines[],
	{ output }: BatchCommandOptions,
	context: Context,
): Promise<void> {
	if (context.flags.json) await context.print(`${JSON.stringify({ rows, parts: parts.length })}\n`);
	else context.note(`Merged ${rows} rows of ${parts.length} parts into ${output}.`);
}

async function mergeInto(
	target: string,
	parts: ShardLines[],
	lock: Lock,
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const rows = await mergeRows(target, parts, lock, options, context);
	const [first] = parts;
	if (first) {
		const manifest = createManifest(first.manifest.fingerprint, first.manifest.inputs);
		const failed = parts.reduce((sum, part) => sum + part.manifest.counts.failed, 0);
		const cost = parts.reduce((sum, part) => sum + part.manifest.counts.cost_usd, 0);
		const counts = { total: rows, done: rows - failed, failed, cost_usd: cost };
		writeManifest(target, { ...manifest, counts, ended: new Date().toISOString() }, lock);
	}
	const hasFailed = parts.some((part) => part.manifest.counts.failed > 0);
	removeJournal(target, !hasFailed, lock, options.keepJournal, context);
	await printMerged(rows, parts, options, context);
}

async function readParts(
	given: readonly string[],
	scratch: string,
	options: BatchCommandOptions,
	context: Context,
): Promise<ShardLines[]> {
	const parts: ShardLines[] = [];
	for (const shown of given) {
		if (!(await isPlace(shown, context))) parts.push(readPart(shown, context));
		else if (given.length > 1) throw new UsageError(`${shown} has its own parts: merge it alone.`);
		else parts.push(...(await readShards(await openPlace(shown, options, context), scratch)));
	}
	return parts;
}

function readPart(shown: string, context: Context): ShardLines {
	const hint = "Give the files that the runs with --shard wrote.";
	const { output, journal, manifest } = findOutput(shown, context, hint);
	if (manifest.isRestored)
		throw new UsageError(`${shown} was repaired and not continued yet.`, "Run its hub batch command again first.");
	if (!manifest.shard) throw new UsageError(`${shown} is the output of a whole run, not a part.`);
	const state = existsSync(journal) ? scanJournal(journal) : undefined;
	if (state?.foreignLine !== undefined) throw damagedLineError(journal, state.foreignLine, output);
	const stray = state && countLines(state, manifest).stray;
	if (stray !== undefined) throw strayRowError(shown, stray, manifest.counts.total ?? 0);
	const there = (state?.done.count ?? 0) + (state?.failed.count ?? 0);
	return { shown, manifest, index: manifest.shard.index, there, open: async () => (state ? journal : undefined) };
}

/** Why the parts are incomplete; undefined if they are complete. */
function findProblem(parts: readonly ShardLines[]): string | undefined {
	const [first, ...others] = parts;
	if (!first) return "There are no parts to merge.";
	const count = first.manifest.shard?.count ?? 0;
	for (const other of others) {
		if (other.manifest.shard?.count !== count) {
			return `${other.shown} is one of ${other.manifest.shard?.count} parts, ${first.shown} one of ${count}.`;
		}
		const isSame = JSON.stringify(other.manifest.fingerprint) === JSON.stringify(first.manifest.fingerprint);
		const hasSameInput = JSON.stringify(other.manifest.inputs) === JSON.stringify(first.manifest.inputs);
		if (!isSame || !hasSameInput) return `${other.shown} belongs to another run than ${first.shown}.`;
	}
	const numbers = parts.map(({ index }) => index);
	const twice = numbers.find((index, place) => numbers.indexOf(index) !== place);
	if (twice !== undefined) return `Part ${twice} is given twice.`;
	const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !numbers.includes(index));
	if (missing.length > 0) return `${numbers.length} of ${count} parts are given; missing: ${missing.join(", ")}.`;
	const limited = parts.find(({ manifest }) => manifest.isLimited);
	if (limited) {
		return `${limited.shown} was made with --limit and lacks the other rows. Run its command again without --limit.`;
	}
	for (const { shown, there, manifest } of parts) {
		const { total } = manifest.counts;
		if (manifest.ended === null || total === null || there < total) {
			return `${shown} is not complete: ${there} of ${total ?? "an unknown number of"} rows.`;
		}
	}
	if (first.manifest.range) return findGap(parts);
	// Rows are assigned round-robin, so that no part has more than the one before it, nor two more than the last.
	const totals = [...parts].sort((a, b) => a.index - b.index).map(({ manifest }) => manifest.counts.total ?? 0);
	const isDealt = totals.every((total, place) => total <= (totals[place - 1] ?? total));
	if (!isDealt || (totals[0] ?? 0) - (totals.at(-1) ?? 0) > 1) {
		return `The parts do not cover one input: their rows are ${totals.join(", ")}. Run all of them again without --limit.`;
	}
	return undefined;
}

/** Why ranges of rows are not the whole input; undefined if they are. */
function findGap(parts: readonly ShardLines[]): string | undefined {
	let next = 0;
	for (const { shown, manifest } of [...parts].sort((a, b) => a.index - b.index)) {
		const { range } = manifest;
		if (range?.first !== next || range.rows !== manifest.counts.total)
			return `${shown} does not continue the rows before it.`;
		next += range.rows;
	}
	return undefined;
}

/** @param parts in order */
async function writeMerged(
	parts: readonly ShardLines[],
	target: string,
	lock: Lock,
	isTable: boolean,
): Promise<number> {
	// The journal beside a table is the program's own.
	const file = isTable ? openAtomic(target, lock, Draft.ofOwn(target)) : openAtomic(target, lock);
	const isRanges = parts.every(({ manifest }) => manifest.range);
	// Ranges follow each other, so that one after the other is read; round-robin rows need all at the same time.
	const turns = isRanges ? parts.map((part) => [part]) : [parts];
	let rows = 0;
	try {
		for (const turn of turns) rows += await writeInTurn(turn, (line) => file.write(line));
		file.commit();
		return rows;
	} finally {
		file.discard();
	}
}

/** Writes the rows of parts in turn: the first of each, then the second. */
async function writeInTurn(parts: readonly ShardLines[], write: (line: Uint8Array) => void): Promise<number> {
	const journals = await Promise.all(parts.map((part) => part.open()));
	const first = parts[0]?.manifest.range?.first;
	const readers = journals.map((path) => (path === undefined ? undefined : openPlaces(path, first)));
	let rows = 0;
	try {
		const numbers = new Bitmap();
		for (const [part, reader] of readers.entries()) {
			for (const index of reader?.rows() ?? []) if (index % parts.length === part) numbers.add(index);
		}
		for (const index of numbers.rows()) {
			const line = readers[index % parts.length]?.read(index);
			if (!line) continue;
			write(line);
			rows++;
		}
	} finally {
		for (const reader of readers) reader?.close();
	}
	const expected = parts.reduce((sum, { there }) => sum + there, 0);
	if (rows !== expected)
		throw new UsageError(`The parts have ${rows} rows; their indexes list ${expected}.`, undefined, "invalid-file");
	// A range's lines were gathered for the merge.
	for (const path of journals) if (path !== undefined && first !== undefined) rmSync(path);
	return rows;
}

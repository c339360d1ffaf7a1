import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/usage.ts";
import { Draft } from "../../files/draft.ts";
import { openAtomic } from "./journal/atomic.ts";
import { createManifest, type Manifest, readManifest, writeManifest } from "./journal/manifest.ts";
import { damaged, hasResults, journalPath, lacksManifest } from "./journal/open.ts";
import { scanJournal } from "./journal/scan.ts";
import { openPlaces, type PlacedLines } from "./journal/write.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat, writeTable } from "./output-tables.ts";

/** A part of a merge. */
interface Part {
	shown: string;
	path: string;
	journal: string;
	manifest: Manifest;
	index: number;
}

/** `hub batch merge`: one file of the parts of a sharded run, in the order of the input. */
export async function mergeParts(
	given: readonly string[],
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const { output, force = false } = options;
	if (output === undefined) throw new UsageError("hub batch merge needs -o.", "Name the file for all rows.");
	const target = resolve(context.cwd, output);
	if (existsSync(target) && !force) throw new UsageError(`${output} already exists.`, "Replace it with --force.");
	const parts = given.map((path) => readPart(path, context));
	const problem = findProblem(parts);
	if (problem !== undefined) {
		context.warn(`${context.colors.stderr.red("Error:")} ${problem}`);
		throw new ExitWithoutError();
	}
	parts.sort((a, b) => a.index - b.index);
	const format = tableFormat(target);
	const journal = journalPath(target, format !== undefined);
	const rows = writeMerged(parts, journal, format !== undefined);
	const [first] = parts;
	if (first) {
		const manifest = createManifest(first.manifest.fingerprint, first.manifest.inputs, undefined);
		const failed = parts.reduce((sum, part) => sum + part.manifest.counts.failed, 0);
		const cost = parts.reduce((sum, part) => sum + part.manifest.counts.cost_usd, 0);
		const counts = { total: rows, done: rows - failed, failed, cost_usd: cost };
		writeManifest(target, { ...manifest, counts, ended: new Date().toISOString() });
	}
	if (format) await writeTable(journal, target, format, options);
	if (context.flags.json) await context.print(`${JSON.stringify({ rows, parts: parts.length })}\n`);
	else context.note(`Merged ${rows} rows of ${parts.length} parts into ${output}.`);
}

function readPart(shown: string, context: Context): Part {
	const path = resolve(context.cwd, shown);
	const journal = journalPath(path, tableFormat(path) !== undefined);
	const manifest = readManifest(path);
	if (!manifest && hasResults(journal)) throw lacksManifest(path);
	if (manifest?.isRestored)
		throw new UsageError(`${shown} was repaired and not continued yet.`, "Run its hub batch command again first.");
	if (!manifest) throw new UsageError(`${shown} is not an output of hub batch.`, "Name the files that --shard wrote.");
	if (!manifest.shard) throw new UsageError(`${shown} is the output of a whole run, not a part.`);
	return { shown, path, journal, manifest, index: manifest.shard.index };
}

/** Why the parts are incomplete; undefined if they are complete. */
function findProblem(parts: readonly Part[]): string | undefined {
	const [first, ...others] = parts;
	if (!first) return "There are no parts.";
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
	for (const { shown, path, journal, manifest } of parts) {
		const { total } = manifest.counts;
		const state = existsSync(journal) ? scanJournal(journal) : undefined;
		if (state?.foreignLine !== undefined) throw damaged(journal, state.foreignLine, path);
		const there = (state?.done.count ?? 0) + (state?.failed.count ?? 0);
		if (manifest.ended === null || total === null || there < total) {
			return `${shown} is not complete: ${there} of ${total ?? "an unknown number of"} rows.`;
		}
	}
	// Rows are dealt out in turn, so that no part has more than the one before it, nor two more than the last.
	const totals = [...parts].sort((a, b) => a.index - b.index).map(({ manifest }) => manifest.counts.total ?? 0);
	const isDealt = totals.every((total, place) => total <= (totals[place - 1] ?? total));
	if (!isDealt || (totals[0] ?? 0) - (totals.at(-1) ?? 0) > 1) {
		return `The parts do not cover one input: their rows are ${totals.join(", ")}. Run all of them again without --limit.`;
	}
	return undefined;
}

function writeMerged(parts: readonly Part[], target: string, isTable: boolean): number {
	const readers = parts.map(({ journal }): PlacedLines | undefined =>
		existsSync(journal) ? openPlaces(journal) : undefined,
	);
	// The journal beside a table is the program's own.
	const file = isTable ? openAtomic(target, Draft.ofOwn(target)) : openAtomic(target);
	let rows = 0;
	try {
		const size = Math.max(0, ...readers.map((reader) => reader?.size ?? 0));
		for (let index = 0; index < size; index++) {
			const line = readers[index % parts.length]?.read(index);
			if (!line) continue;
			file.write(line);
			rows++;
		}
		file.commit();
		return rows;
	} catch (error) {
		file.discard();
		throw error;
	} finally {
		for (const reader of readers) reader?.close();
	}
}

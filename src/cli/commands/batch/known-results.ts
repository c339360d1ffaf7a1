import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BatchResult, BatchRow, KnownAnswer, ResultCache } from "../../../batch/index.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { DiskCache } from "./disk-cache.ts";
import { readManifest } from "./journal/manifest.ts";
import { journalPath } from "./journal/open.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat } from "./output-tables.ts";
import { isPlace, openPlace } from "./parts/place.ts";
import type { Plan } from "./plan.ts";
import { type FinishedRows, indexFinishedRows, requestKeys } from "./result-cache.ts";

/** Most bytes of `--cache FOLDER`, unless `--cache-size` says otherwise. */
const CACHE_BYTES = 2 ** 30;

/** Results of other runs that rows of this one may take. */
interface KnownResults {
	cache: ResultCache;
	/** Adds the answer to a row whose request is finished in an output of `--reuse`; files are read at the row's turn. */
	answer: ((row: BatchRow) => BatchRow) | undefined;
	/** Keeps a result for later runs. */
	keep(result: BatchResult): void;
	close(): void;
}

/** Opens what `--reuse` and `--cache` name. */
export async function openKnownResults(
	plan: Plan,
	options: BatchCommandOptions,
	context: Context,
): Promise<KnownResults> {
	const { reuse = [], cache, cacheSize = CACHE_BYTES } = options;
	const key = requestKeys(plan);
	const outputs: FinishedRows[] = [];
	for (const shown of reuse) outputs.push(...(await openFinishedRows(shown, options, context)));
	const disk = typeof cache === "string" ? new DiskCache(resolve(context.cwd, cache), cacheSize) : undefined;
	const find = (request: string): KnownAnswer | undefined => {
		for (const output of outputs) {
			const known = output.get(request);
			if (known) return known;
		}
		return disk?.get(request);
	};
	const answer = (row: BatchRow): BatchRow => {
		if (row.failure || !row.args || typeof row.args === "function") return row;
		const request = key(row.args, row.model ?? plan.targets[0]?.model);
		const known = typeof request === "string" ? find(request) : undefined;
		return known ? { ...row, answer: known } : row;
	};
	return {
		cache: { key, get: find, isShared: cache !== undefined },
		answer: outputs.length > 0 || disk ? answer : undefined,
		keep: (result) => {
			if (disk && result.cacheKey !== undefined && !result.error && !result.cached) disk.set(result.cacheKey, result);
		},
		close: () => {
			for (const output of outputs) output.close();
		},
	};
}

/** Opens the finished rows of an earlier output: a file, a folder of parts or a remote place. */
async function openFinishedRows(
	shown: string,
	options: BatchCommandOptions,
	context: Context,
): Promise<FinishedRows[]> {
	const wantsText = options.text ?? false;
	if (!(await isPlace(shown, context))) {
		const output = resolve(context.cwd, shown);
		const manifest = readManifest(output);
		if (!manifest)
			throw new UsageError(`${shown} is not an output of hub batch.`, "Name a place that was given with -o.");
		const journal = journalPath(output, tableFormat(output) !== undefined);
		return [indexFinishedRows({ shown, journal, base: resolve(output, ".."), manifest }, wantsText)];
	}
	const { readPlace } = await import("./merge.ts");
	const scratch = mkdtempSync(join(tmpdir(), "hub-reuse-"));
	const remove = (): void => rmSync(scratch, { recursive: true, force: true });
	try {
		const place = await openPlace(shown, options, context);
		const found: FinishedRows[] = [];
		for (const { manifest, open } of await readPlace(place, scratch)) {
			const journal = await open();
			if (journal === undefined) continue;
			found.push(indexFinishedRows({ shown, journal, base: place.folder, manifest }, wantsText));
		}
		return [...found, { get: () => undefined, close: remove }];
	} catch (error) {
		remove();
		throw error;
	}
}

import { hash } from "node:crypto";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { hasFields, isText } from "../../../base/check-fields.ts";
import { parseJson, readMember } from "../../../base/json.ts";
import type { BatchResult, BatchRow, KnownAnswer, ResultCache } from "../../../batch/index.ts";
import { parseResult, readRequest, restoreFile } from "../../../batch/journal-lines.ts";
import type { Manifest } from "../../../batch/manifest.ts";
import { createRequestKeys, type RequestKeys } from "../../../batch/request-keys.ts";
import { IdSet } from "../../../batch/row-sets.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { manifestPath, readLineOf, visitLines } from "../../../node-journal.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { CacheFolder } from "./cache-folder.ts";
import { formatOfName, TABLE_ENDINGS } from "./input/formats.ts";
import { isPlace, isRemote, openPlace, openSource } from "./input/source.ts";
import type { BatchCommandOptions } from "./options.ts";
import { findOutput, journalPath, tableFormat } from "./output.ts";
import type { Plan } from "./plan.ts";
import type { RemoteCache } from "./remote-cache.ts";
import { isTableAlone, TableResults } from "./table-results.ts";

/** Default of `--cache-size`: the maximum bytes of `--cache FOLDER`. */
const CACHE_BYTES = 2 ** 30;

/** The results that rows of a run may reuse, by the keys of their requests. */
export interface RunCache extends ResultCache {
	/** Adds the known result to a row whose request is finished in an earlier output; files are read when the row runs. */
	answer: ((row: BatchRow) => BatchRow) | undefined;
	/**
	 * Takes a result of the run.
	 * @param offset where its line starts in the journal
	 */
	add(result: BatchResult, offset?: number): void;
	/** Resolves when the results are stored. */
	close(): Promise<void>;
}

/** Finished results. */
interface ResultStore {
	get(key: string): KnownAnswer | undefined;
	close?(): void;
}

/**
 * Opens the one cache of a run: the results in its own journal (`--cache`), in outputs of other runs (`--reuse`) and in
 * a folder that runs share (`--cache FOLDER`).
 * @param journal the run's own; undefined where its lines cannot be read again
 */
export async function openResultCache(
	plan: Plan,
	journal: { path: string; flush(): void } | undefined,
	options: BatchCommandOptions,
	context: Context,
): Promise<RunCache> {
	const { reuse = [], cache, cacheSize = CACHE_BYTES } = options;
	const key = requestKeys(plan);
	const earlier: ResultStore[] = [];
	const tables: { results: TableResults; base: string }[] = [];
	for (const shown of reuse) {
		const table = await openTable(shown, plan.task, context);
		if (table) tables.push({ results: table, base: resolve(context.cwd, shown, "..") });
		else earlier.push(...(await openOutputs(shown, options, context)));
	}
	const isShared = typeof cache === "string";
	const remote = isShared && isRemote(cache) ? await openRemoteCache(cache, options, context) : undefined;
	const folder = isShared && !remote ? new CacheFolder(resolve(context.cwd, cache), cacheSize) : undefined;
	if (folder) earlier.push(folder);
	const own = cache === true && journal ? new OwnResults(journal) : undefined;
	const findEarlier = (request: string): KnownAnswer | undefined => {
		for (const store of earlier) {
			const known = store.get(request);
			if (known) return known;
		}
		return undefined;
	};
	const answer = (row: BatchRow): BatchRow => {
		if (row.failure || !row.args || typeof row.args === "function") return row;
		const request = key(row.args, row.model ?? plan.targets[0]?.model);
		const known = typeof request === "string" ? findEarlier(request) : undefined;
		if (known) return { ...row, answer: known };
		for (const { results, base } of tables) {
			const found = results.get(row);
			const output = found && loadOutput(found.output, base);
			if (output !== undefined) return { ...row, answer: { ...found, output } };
		}
		return row;
	};
	return {
		key,
		get: (request) => own?.get(request) ?? findEarlier(request) ?? remote?.get(request),
		isShared: cache !== undefined,
		answer: earlier.length + tables.length > 0 ? answer : undefined,
		add: (result, offset) => {
			const { cacheKey, error, cached } = result;
			if (cacheKey === undefined || error) return;
			if (offset !== undefined) own?.add(cacheKey, offset);
			if (!cached) (remote ?? folder)?.set(cacheKey, result);
		},
		close: async () => {
			for (const store of earlier) store.close?.();
			for (const { results } of tables) results.close();
			await remote?.close();
		},
	};
}

/** Opens a table without a journal; undefined for other outputs. */
async function openTable(shown: string, task: InferenceTask, context: Context): Promise<TableResults | undefined> {
	const output = resolve(context.cwd, shown);
	const format = tableFormat(output);
	if (!format || existsSync(manifestPath(output)) || !isTableAlone(output, journalPath(output))) return undefined;
	if (formatOfName(output) === undefined)
		throw new UsageError(
			`${shown} has no journal beside it, and hub does not read .${format} files.`,
			`Tables that --reuse reads are ${TABLE_ENDINGS}. A run that writes .${format} keeps its journal with --keep-journal.`,
			"invalid-file",
		);
	const source = await openSource([output], {}, context, () => Promise.reject(new Error("A table is a file.")));
	const table = new TableResults(source, shown, task, context);
	try {
		await table.read();
		return table;
	} catch (error) {
		table.close();
		throw error;
	}
}

async function openRemoteCache(address: string, options: BatchCommandOptions, context: Context): Promise<RemoteCache> {
	if (!address.startsWith("s3://"))
		throw new UsageError(
			"--cache takes a folder or s3://BUCKET/PREFIX.",
			"A repository on Hugging Face cannot hold it.",
			"option-value",
		);
	const { RemoteCache } = await import("./remote-cache.ts");
	const place = await openPlace(address, options, context);
	const cache = new RemoteCache(place, (error) => {
		context.warn(`Results are not kept in ${place.name}: ${error instanceof Error ? error.message : String(error)}`);
	});
	// Wrong keys or a wrong name must fail before the first paid call.
	await cache.get("probe");
	return cache;
}

/** The keys of requests to the targets of a plan. */
export function requestKeys({ task, resolved }: Pick<Plan, "task" | "resolved">): RequestKeys {
	return createRequestKeys(task, resolved[0]?.endpointUrl, hashContent);
}

const hashContent = (content: string | Uint8Array): string => hash("sha256", content, "hex").slice(0, 32);

/** Opens the finished rows of an earlier output: a file, a folder of parts or a remote one. */
async function openOutputs(shown: string, options: BatchCommandOptions, context: Context): Promise<ResultStore[]> {
	const wantsText = options.text ?? false;
	if (!(await isPlace(shown, context))) {
		const { output, journal, manifest } = findOutput(shown, context);
		return [openOutput(shown, journal, resolve(output, ".."), manifest, wantsText)];
	}
	const scratch = mkdtempSync(join(tmpdir(), "hub-reuse-"));
	const remove = (): void => rmSync(scratch, { recursive: true, force: true });
	try {
		const place = await openPlace(shown, options, context);
		const { readShards } = await import("./shard-lines.ts");
		const found: ResultStore[] = [];
		for (const { manifest, open } of await readShards(place, scratch)) {
			const journal = await open();
			if (journal === undefined) continue;
			found.push(openOutput(shown, journal, place.folder, manifest, wantsText));
		}
		return [...found, { get: () => undefined, close: remove }];
	} catch (error) {
		remove();
		throw error;
	}
}

/**
 * Reads which requests an output has results of: 24 bytes of memory each. The results are read when they are taken.
 * @param journal the file with its lines
 * @param base the folder that saved files are relative to; undefined for a remote place
 * @throws UsageError for lines that do not name their requests
 */
function openOutput(
	shown: string,
	journal: string,
	base: string | undefined,
	manifest: Manifest,
	wantsText: boolean,
): ResultStore {
	if (manifest.fingerprint["text"] === true && !wantsText)
		throw new UsageError(`${shown} has only texts: it was written with --text.`, "Add --text, or leave --reuse out.");
	if (!existsSync(journal)) return { get: () => undefined, close: () => undefined };
	const offsets = new LineOffsets();
	let finished = 0;
	visitLines(journal, ({ head, bytes, start, end, offset }) => {
		if (!head || head.isFailed) return;
		finished++;
		const key = readRequest(bytes, start, end);
		if (key !== undefined) offsets.set(key, offset);
	});
	if (finished > 0 && offsets.count === 0) throw lacksRequests(shown);
	const file = openSync(journal, "r");
	return {
		get: (key) => {
			const offset = offsets.get(key);
			const line = offset === undefined ? undefined : parseResult(readLineOf(file, offset));
			const output = line && loadOutput(line.output, base);
			if (output === undefined) return undefined;
			return { output, provider: line?.provider, model: line?.model, cacheKey: key, reused: true };
		},
		close: () => closeSync(file),
	};
}

/** Lines of an earlier version of hub do not name their requests. */
export function lacksRequests(shown: string): UsageError {
	return new UsageError(
		`${shown} does not record its requests: an earlier version of hub wrote it.`,
		"hub cannot compare it with this run: leave --reuse out.",
	);
}

/** An output that was saved as a file. */
export const isSavedFile = hasFields({ file: isText, type: isText }) as (
	output: unknown,
) => output is { file: string; type: string };

/** An output as its call returned it: a saved file is read, if it is below the folder of its output. */
function loadOutput(output: unknown, base: string | undefined): unknown {
	if (!isSavedFile(output)) return restoreFile(output);
	try {
		if (base === undefined) return undefined;
		const path = realpathSync(resolve(base, output.file));
		if (!path.startsWith(realpathSync(base) + sep) || !statSync(path).isFile()) return undefined;
		return new Blob([readFileSync(path)], { type: output.type });
	} catch {
		return undefined;
	}
}

/** The results of a run in its own journal. */
class OwnResults implements ResultStore {
	private readonly journal: { path: string; flush(): void };
	private readonly offsets = new LineOffsets();

	constructor(journal: { path: string; flush(): void }) {
		this.journal = journal;
	}

	get(key: string): KnownAnswer | undefined {
		const offset = this.offsets.get(key);
		if (offset === undefined) return undefined;
		this.journal.flush();
		const file = openSync(this.journal.path, "r");
		try {
			const output = readMember(parseJson(readLineOf(file, offset)), "output");
			return output === undefined ? undefined : { output };
		} finally {
			closeSync(file);
		}
	}

	add(key: string, offset: number): void {
		this.offsets.set(key, offset);
	}
}

/** Where lines start in a journal, by the keys of requests, in 24 bytes each. */
class LineOffsets {
	private readonly numbers = new IdSet();
	private readonly offsets: number[] = [];

	get count(): number {
		return this.offsets.length;
	}

	get(key: string): number | undefined {
		const number = this.numbers.get(key);
		return number === undefined ? undefined : this.offsets[number];
	}

	set(key: string, offset: number): void {
		this.offsets[this.numbers.add(key, this.count) ?? this.count] = offset;
	}
}

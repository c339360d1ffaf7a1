import { closeSync, openSync } from "node:fs";
import type { BatchResult, BatchRow } from "../../../batch/index.ts";
import { parseResult, readCost, readRequest } from "../../../batch/journal-lines.ts";
import { countGone, type InputChange, type Manifest } from "../../../batch/manifest.ts";
import { Bitmap, IdSet } from "../../../batch/row-sets.ts";
import type { Args } from "../../../inference/index.ts";
import { readLineOf, scanJournal, visitLines } from "../../../node-journal.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { openAtomic } from "../../files/replace-whole.ts";
import { toBatchRow } from "./input/rows.ts";
import type { BatchCommandOptions } from "./options.ts";
import { type OpenOutput, writeManifest } from "./output.ts";
import type { Plan } from "./plan.ts";
import { isSavedFile, lacksRequests, requestKeys } from "./result-cache.ts";
import { createLineMaker, type LineMaker } from "./result-lines.ts";

/** Carries the results of an output over to the plan's input, if that has changed since the last run. */
export async function followInput(
	plan: Plan,
	output: string,
	opened: OpenOutput,
	options: BatchCommandOptions,
	context: Context,
): Promise<OpenOutput> {
	const { inputChange, journal, manifest, state, lock } = opened;
	if (state && !plan.source.isFile && !opened.parts) checkStream(plan, output, journal);
	if (inputChange === undefined && !(options.prune && countGone(manifest) > 0)) return opened;
	const lines = createLineMaker(options, output, context);
	const change = state && (await reconcile(opened, plan, lines, options, context.signal));
	const before = manifest.change?.dropped_cost_usd ?? 0;
	const spent = Math.max(manifest.counts.cost_usd, (state?.cost ?? 0) + before);
	const next: Manifest = {
		...manifest,
		inputs: plan.source.marks,
		counts: { ...manifest.counts, total: null, cost_usd: spent },
		...(change
			? { change: { time: new Date().toISOString(), ...change, dropped_cost_usd: change.dropped_cost_usd + before } }
			: {}),
	};
	writeManifest(output, next, lock);
	if (change) context.note(describeChange(change));
	return { ...opened, manifest: next, state: state && scanJournal(journal) };
}

/**
 * Compares the first rows of standard input, of which the manifest has no mark, with those that have results.
 * @throws UsageError if it is a different stream: its rows would get the results of others
 */
function checkStream(plan: Plan, output: string, journal: string): void {
	const { peeked, rules, targets } = plan;
	const known = new Map<number, string>();
	visitLines(journal, ({ head, bytes, start, end }) => {
		if (!head || head.isFailed || head.index >= peeked.length) return;
		const request = readRequest(bytes, start, end);
		if (request !== undefined) known.set(head.index, request);
	});
	const keyOf = requestKeys(plan);
	for (const [index, request] of known) {
		const raw = peeked[index];
		const { args, model = targets[0]?.model } = raw ? toBatchRow(raw, index, rules) : {};
		// Files are read when the row runs.
		const key = args && typeof args !== "function" ? keyOf(args, model) : request;
		if (typeof key !== "string" || key === request) continue;
		throw new UsageError(
			`${output} belongs to another run: row ${index + 1} of standard input is different.`,
			"Standard input cannot be read twice. Name another file with -o, or start over with --force.",
		);
	}
}

function describeChange({ kept, open, gone, isPruned }: InputChange): string {
	const advice = isPruned ? "removed their results" : "keeps their results; --prune removes them";
	const rest = gone === 0 ? "" : ` ${gone} ${gone === 1 ? "row is" : "rows are"} no longer in it: this run ${advice}.`;
	return `The input has changed: ${kept} ${kept === 1 ? "row keeps its" : "rows keep their"} result, ${open} ${open === 1 ? "is" : "are"} new, changed or unfinished.${rest}`;
}

/**
 * Rewrites a journal for an input that changed: a row takes the line whose request equals its own, wherever that row was
 * before. Lines of removed rows stay, with numbers after all others. The file is replaced as a whole, so a kill leaves
 * the old one, and the next run does this again.
 * @throws UsageError if the lines do not name their requests
 */
async function reconcile(
	{ journal, lock }: OpenOutput,
	plan: Plan,
	lines: LineMaker,
	{ prune = false, keepFailed = false, retryFailed = false }: BatchCommandOptions,
	signal: AbortSignal,
): Promise<InputChange> {
	const { source, shard, rules, targets } = plan;
	const old = new OldLines(journal, keepFailed || retryFailed);
	const draft = openAtomic(journal, lock);
	const keyOf = requestKeys(plan);
	const ids = new IdSet();
	/** Rows that have no result, by number. */
	const open = new Bitmap();
	let [rows, kept, gone, cost] = [0, 0, 0, 0];
	try {
		for await (const group of source.read()) {
			signal.throwIfAborted();
			for (const raw of group) {
				const index = rows++;
				if (shard && index % shard.count !== shard.index) continue;
				const row = toBatchRow(raw, index, rules);
				ids.add(row.id, index);
				const args = await readArgs(row, signal);
				const key = args && (await keyOf(args, row.model ?? targets[0]?.model));
				const result = key === undefined ? undefined : old.take(key, row);
				if (!result) {
					open.add(index);
					continue;
				}
				kept++;
				cost += result.cost_usd ?? 0;
				draft.write(lines.format(result));
			}
		}
		const step = shard?.count ?? 1;
		let next = shard ? Math.ceil((rows - shard.index) / step) * step + shard.index : rows;
		for (const line of old.rest()) {
			const result = parseResult(line) ?? {};
			const index = result.index ?? Number(/^\{"id":"batch_req_(\d+)"/.exec(line)?.[1]);
			const id = String(result.id);
			const isNumbered = id === String(index);
			// A row that has changed replaces its old result.
			if (isNumbered ? open.has(index) : ids.get(id) !== undefined) continue;
			gone++;
			if (prune) continue;
			draft.write(`${renumber(line, next, isNumbered)}\n`);
			cost += result.cost_usd ?? 0;
			next += step;
		}
		draft.commit();
		const dropped_cost_usd = Math.max(0, Number((old.cost - cost).toPrecision(12)));
		return { kept, open: open.count, gone, isPruned: prune, dropped_cost_usd };
	} finally {
		draft.discard();
		old.close();
	}
}

/**
 * Undefined for a row that cannot be read: the run reports why.
 * @throws the reason of the signal: rows that were not read must not lose their results
 */
async function readArgs({ failure, args = {} }: BatchRow, signal: AbortSignal): Promise<Args | undefined> {
	try {
		return failure ? undefined : await (typeof args === "function" ? args(signal) : args);
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

/** The lines of a journal by the keys of their requests. */
class OldLines {
	cost = 0;
	/** Keys with their position in `offsets`. */
	private readonly keys = new IdSet();
	private readonly offsets: number[] = [];
	private readonly taken = new Bitmap();
	private readonly file: number;

	constructor(journal: string, keepFailed: boolean) {
		visitLines(journal, ({ head, bytes, start, end, offset }) => {
			this.cost += readCost(bytes, start, end);
			if (!head || (head.isFailed && !keepFailed)) return;
			const key = readRequest(bytes, start, end);
			// A row that could not be read made no request.
			if (key === undefined && head.isFailed) return;
			if (key === undefined) throw lacksRequests(journal);
			const { length } = this.offsets;
			this.offsets[this.keys.add(key, length) ?? length] = offset;
		});
		this.file = openSync(journal, "r");
	}

	/** The result of a request for a row. Only the first row that takes it has its cost. */
	take(key: string, row: BatchRow): BatchResult | undefined {
		const number = this.keys.get(key);
		const result = number === undefined ? undefined : parseResult(readLineOf(this.file, this.offsets[number] ?? 0));
		// A saved file is named after its row: another row could overwrite it.
		if (number === undefined || !result || (isSavedFile(result.output) && result.id !== row.id)) return undefined;
		const isFirst = this.taken.add(number);
		const once =
			isFirst || result.error ? {} : { usage: null, cost_usd: 0, attempts: 0, seconds: 0, cached: true as const };
		return { usage: null, ...result, ...once, id: row.id, index: row.index ?? 0, cacheKey: key, row } as BatchResult;
	}

	/** The lines that no row took. */
	*rest(): Generator<string, void, undefined> {
		for (const [number, offset] of this.offsets.entries()) {
			if (!this.taken.has(number)) yield readLineOf(this.file, offset);
		}
	}

	close(): void {
		closeSync(this.file);
	}
}

/** Gives a line another number; an id that was its number changes too. */
function renumber(line: string, index: number, isNumbered: boolean): string {
	if (line.startsWith('{"id":"batch_req_')) {
		const own = line.replace(/^\{"id":"batch_req_\d+"/, `{"id":"batch_req_${index}"`);
		return isNumbered ? own.replace(/,"custom_id":"\d+"/, `,"custom_id":"${index}"`) : own;
	}
	return line.replace(
		/^(\{"id":")((?:[^"\\]|\\.)*)(","index":)\d+/,
		(_, start: string, id: string, middle: string) => `${start}${isNumbered ? index : id}${middle}${index}`,
	);
}

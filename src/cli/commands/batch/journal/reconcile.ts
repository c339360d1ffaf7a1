import { closeSync, openSync } from "node:fs";
import type { BatchResult, BatchRow, ResultCache } from "../../../../batch/index.ts";
import { parseResult, readCost, readRequest } from "../../../../batch/journal-lines.ts";
import { countGone, type InputChange, type Manifest } from "../../../../batch/manifest.ts";
import { Bitmap, IdSet } from "../../../../batch/row-sets.ts";
import { visitLines } from "../../../../node-journal.ts";
import type { Context } from "../../../context.ts";
import { toBatchRow } from "../input/rows.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import { isSavedFile, lacksRequests, PlaceTable, readLineOf, requestKeys } from "../result-cache.ts";
import { LineMaker } from "../result-lines.ts";
import { type OpenOutput, writeManifest } from "./open.ts";
import { openAtomic, scanJournal } from "./write.ts";

/** Carries the results of an output over to the plan's input, if that has changed since the last run. */
export async function followInput(
	plan: Plan,
	output: string,
	opened: OpenOutput,
	options: BatchCommandOptions,
	context: Context,
): Promise<OpenOutput> {
	const { inputChange, journal, manifest, state } = opened;
	const { prune = false, keepFailed = false } = options;
	if (inputChange === undefined && !(prune && countGone(manifest) > 0)) return opened;
	const lines = new LineMaker(options, output, journal !== output, context);
	const key = requestKeys(plan);
	const change = state
		? await reconcile(journal, plan, { key, lines, prune, keepFailed, signal: context.signal })
		: undefined;
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
	writeManifest(output, next);
	if (change) context.note(describeChange(change));
	return { ...opened, manifest: next, state: state && scanJournal(journal) };
}

function describeChange({ kept, open, gone, isPruned }: InputChange): string {
	const advice = isPruned ? "removed their results" : "keeps their results; --prune removes them";
	const rest = gone === 0 ? "" : ` ${gone} ${gone === 1 ? "row is" : "rows are"} gone from it: this run ${advice}.`;
	return `The input has changed: ${kept} ${kept === 1 ? "row keeps its" : "rows keep their"} result, ${open} ${open === 1 ? "is" : "are"} new, changed or unfinished.${rest}`;
}

/** How the lines of an output are carried over. */
interface ReconcileOptions {
	key: ResultCache["key"];
	lines: LineMaker;
	/** Removes the results of rows that the input no longer has. */
	prune: boolean;
	/** Keeps rows that failed, too. */
	keepFailed: boolean;
	signal: AbortSignal;
}

/**
 * Rewrites a journal for an input that changed: a row takes the line whose request equals its own, wherever that row was
 * before. Lines of rows that are gone stay, numbered after all others. The file is replaced as a whole, so a kill leaves
 * the old one, and the next run does this again.
 * @throws UsageError if the lines do not name their requests
 */
async function reconcile(journal: string, plan: Plan, options: ReconcileOptions): Promise<InputChange> {
	const old = new OldLines(journal, options.keepFailed);
	const draft = openAtomic(journal);
	try {
		const change = await new Carrier(plan, old, (line) => draft.write(line), options).carry();
		draft.commit();
		return change;
	} catch (error) {
		draft.discard();
		throw error;
	} finally {
		old.close();
	}
}

/** The lines of a journal by the keys of their requests. */
class OldLines {
	cost = 0;
	private readonly places = new PlaceTable();
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
			const known = this.places.get(key);
			if (known === undefined) this.places.set(key, this.offsets.push(offset) - 1);
			else this.offsets[known] = offset;
		});
		this.file = openSync(journal, "r");
	}

	/** The line of a request, and whether a row took it before. */
	take(key: string): { line: string; isTaken: boolean } | undefined {
		const number = this.places.get(key);
		if (number === undefined) return undefined;
		return { line: readLineOf(this.file, this.offsets[number] ?? 0), isTaken: !this.taken.add(number) };
	}

	/** Gives a line back that does not fit the row. */
	leave(key: string): void {
		const number = this.places.get(key);
		if (number !== undefined) this.taken.delete(number);
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

class Carrier {
	private readonly plan: Plan;
	private readonly old: OldLines;
	private readonly write: (line: string) => void;
	private readonly options: ReconcileOptions;
	private readonly ids = new IdSet();
	/** Rows that have no result, by number. */
	private readonly open = new Bitmap();
	private kept = 0;
	private cost = 0;

	constructor(plan: Plan, old: OldLines, write: (line: string) => void, options: ReconcileOptions) {
		this.plan = plan;
		this.old = old;
		this.write = write;
		this.options = options;
	}

	async carry(): Promise<InputChange> {
		const { source, shard, rules } = this.plan;
		let number = 0;
		for await (const group of source.read()) {
			this.options.signal.throwIfAborted();
			for (const raw of group) {
				const index = number++;
				if (shard && index % shard.count !== shard.index) continue;
				const row = toBatchRow(raw, index, rules);
				this.ids.add(row.id, index);
				const line = await this.find(row);
				if (line === undefined) this.open.add(index);
				else {
					this.kept++;
					this.write(line);
				}
			}
		}
		const gone = this.addGone(number);
		const { prune } = this.options;
		const dropped_cost_usd = Math.max(0, Number((this.old.cost - this.cost).toPrecision(12)));
		return { kept: this.kept, open: this.open.count, gone, isPruned: prune, dropped_cost_usd };
	}

	/** The line that a row takes over. */
	private async find(row: BatchRow): Promise<string | undefined> {
		if (row.failure) return undefined;
		const { args: given } = row;
		const args = typeof given === "function" ? await readArgs(given, this.options.signal) : (given ?? {});
		const asked = args && this.options.key(args, row.model ?? this.plan.targets[0]?.model);
		const key = asked instanceof Promise ? await asked : asked;
		const found = key === undefined ? undefined : this.old.take(key);
		if (!found || key === undefined) return undefined;
		const result = parseResult(found.line);
		// A saved file is named by its row: as that of another one it could be overwritten.
		if (!result || (isSavedFile(result.output) && result.id !== row.id)) {
			if (!found.isTaken) this.old.leave(key);
			return undefined;
		}
		const once = found.isTaken && !result.error ? { cost_usd: 0, attempts: 0, seconds: 0, cached: true as const } : {};
		const carried = { ...result, ...once, id: row.id, index: row.index ?? 0, cacheKey: key, row } as BatchResult;
		if (typeof carried.cost_usd === "number") this.cost += carried.cost_usd;
		return this.options.lines.format(carried);
	}

	/** Counts the lines of rows that are gone, and keeps them, unless they are to be removed. */
	private addGone(rows: number): number {
		const { shard } = this.plan;
		const step = shard?.count ?? 1;
		let next = shard ? Math.ceil((rows - shard.index) / step) * step + shard.index : rows;
		let gone = 0;
		for (const line of this.old.rest()) {
			const result = parseResult(line) ?? {};
			const index = result.index ?? Number(/^\{"id":"batch_req_(\d+)"/.exec(line)?.[1]);
			const id = String(result.id);
			const isNumbered = id === String(index);
			// A row that has changed replaces its old result.
			if (isNumbered ? this.open.has(index) : this.ids.has(id)) continue;
			gone++;
			if (this.options.prune) continue;
			this.write(`${renumber(line, next, isNumbered)}\n`);
			this.cost += result.cost_usd ?? 0;
			next += step;
		}
		return gone;
	}
}

async function readArgs<Args>(
	read: (signal: AbortSignal) => Args | Promise<Args>,
	signal: AbortSignal,
): Promise<Args | undefined> {
	try {
		return await read(signal);
	} catch {
		// Its turn in the run reports why.
		return undefined;
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

import type { Args } from "../inference/index.ts";
import { describeFailure } from "./failure.ts";
import type { ReadRow } from "./groups.ts";
import type { IdenticalRequests } from "./identical-requests.ts";
import type { Lane } from "./lane.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Work } from "./work.ts";

type Rows = readonly ReadRow<Work>[];

/** Reads the rows of a call. */
export class RowReader {
	private readonly identical: IdenticalRequests;
	private readonly outcomes: Outcomes;
	private readonly stopping: AbortSignal;
	private readonly fail: (work: Work, lane: Lane, error: unknown) => Promise<void>;

	/**
	 * @param stopping ends the reading of files when the batch stops
	 * @param fail is called when a request cannot be looked up
	 */
	constructor(
		identical: IdenticalRequests,
		outcomes: Outcomes,
		stopping: AbortSignal,
		fail: (work: Work, lane: Lane, error: unknown) => Promise<void>,
	) {
		this.identical = identical;
		this.outcomes = outcomes;
		this.stopping = stopping;
		this.fail = fail;
	}

	/** Reads the arguments of rows. Those that cannot be read, or whose request was answered before, are left out. */
	read(group: readonly Work[], lane: Lane): Rows | Promise<Rows> {
		const isRead = group.every(({ row }) => typeof row.args !== "function");
		if (isRead && !this.identical.isOn) return group.map((work) => ({ work, args: work.args ?? {} }));
		const [first] = group;
		// Without a promise where nothing is read or looked up: most calls.
		return isRead && first && group.length === 1
			? this.unlessAnswered(first, first.args ?? {}, lane)
			: this.readEach(group, lane);
	}

	private async readEach(group: readonly Work[], lane: Lane): Promise<Rows> {
		const rows: ReadRow<Work>[] = [];
		for (const work of group) {
			const { args: given = {} } = work.row;
			const args = typeof given === "function" ? await this.readArgs(work, given) : given;
			if (args !== undefined) rows.push(...(await this.unlessAnswered(work, args, lane)));
		}
		return rows;
	}

	/** The row, unless an identical request has answered it or will. */
	private unlessAnswered(work: Work, args: Args, lane: Lane): Rows | Promise<Rows> {
		const fail = (error: unknown): Promise<Rows> => this.fail(work, lane, error).then(() => []);
		try {
			const found = this.identical.isOn && this.identical.find(work, args, work.row.model ?? lane.target.model);
			if (!found) return [{ work, args }];
			const take = (known: Awaited<typeof found>): Rows =>
				this.outcomes.isAnswered(work, known, lane) ? [] : [{ work, args }];
			return Promise.resolve(found).then(take).catch(fail);
		} catch (error) {
			return fail(error);
		}
	}

	/** The arguments of a row; undefined if they cannot be read, which fails the row, or the batch has stopped. */
	private async readArgs(work: Work, read: (signal: AbortSignal) => Args | Promise<Args>): Promise<Args | undefined> {
		try {
			const args = await read(this.stopping);
			return this.stopping.aborted ? undefined : args;
		} catch (error) {
			const { message } = describeFailure(error);
			if (!this.stopping.aborted) this.outcomes.failRow(work, { kind: "input", message }, error, undefined);
			return undefined;
		}
	}
}

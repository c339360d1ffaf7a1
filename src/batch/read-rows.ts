import type { Args } from "../inference/index.ts";
import { describeFailure } from "./failure.ts";
import type { ReadRow } from "./groups.ts";
import type { IdenticalRequests } from "./identical-requests.ts";
import type { Lane } from "./lane.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Work } from "./work.ts";

type PlannedRows = readonly ReadRow<Work>[];

/** Reads the arguments of rows. Those that cannot be read, or whose request has a result already, are left out. */
export type RowReader = (group: readonly Work[], lane: Lane) => PlannedRows | Promise<PlannedRows>;

/**
 * @param stopping ends the reading of files when the batch stops
 * @param fail is called when a request cannot be looked up
 */
export function createRowReader(
	identical: IdenticalRequests,
	outcomes: Outcomes,
	stopping: AbortSignal,
	fail: (work: Work, lane: Lane, error: unknown) => Promise<void>,
): RowReader {
	/** The row, unless an identical request has answered it or will. */
	const unlessAnswered = (work: Work, args: Args, lane: Lane): PlannedRows | Promise<PlannedRows> => {
		const failed = (error: unknown): Promise<PlannedRows> => fail(work, lane, error).then(() => []);
		try {
			const found = identical.isOn && identical.find(work, args, work.row.model ?? lane.target.model);
			if (!found) return [{ work, args }];
			const take = (known: Awaited<typeof found>): PlannedRows =>
				outcomes.isAnswered(work, known, lane) ? [] : [{ work, args }];
			return Promise.resolve(found).then(take).catch(failed);
		} catch (error) {
			return failed(error);
		}
	};
	/** The arguments of a row; undefined if they cannot be read, which fails the row, or the batch has stopped. */
	const readArgs = async (work: Work): Promise<Args | undefined> => {
		const { args = {} } = work.row;
		try {
			const read = typeof args === "function" ? await args(stopping) : args;
			return typeof args === "function" && stopping.aborted ? undefined : read;
		} catch (error) {
			const { message } = describeFailure(error);
			if (!stopping.aborted) outcomes.failRow(work, { kind: "input", message }, error, undefined);
			return undefined;
		}
	};
	const readEach = async (group: readonly Work[], lane: Lane): Promise<PlannedRows> => {
		const rows: ReadRow<Work>[] = [];
		for (const work of group) {
			const args = await readArgs(work);
			if (args !== undefined) rows.push(...(await unlessAnswered(work, args, lane)));
		}
		return rows;
	};
	return (group, lane) => {
		const isRead = group.every(({ row }) => typeof row.args !== "function");
		if (isRead && !identical.isOn) return group.map((work) => ({ work, args: work.args ?? {} }));
		const [first] = group;
		// Most calls read and look up nothing, and get no promise.
		return isRead && first && group.length === 1
			? unlessAnswered(first, first.args ?? {}, lane)
			: readEach(group, lane);
	};
}

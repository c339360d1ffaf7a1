import { getPath, omitUndefined, parseJson, readMember, textOf } from "../base/json.ts";
import { decodeLine, readCost, type VisitedLine } from "./journal-lines.ts";
import { Bitmap } from "./row-sets.ts";

/** Failures with one cause. */
export interface ErrorCount {
	kind: string;
	status?: number;
	message: string;
	count: number;
}

/** Counts failures by their causes. */
export class ErrorCounts {
	private readonly causes = new Map<string, ErrorCount>();

	/**
	 * The count of a cause, which is 0 if it is new.
	 * @param most maximum separate causes; the others have the message "other messages"
	 */
	of({ kind, status, message }: Omit<ErrorCount, "count">, most = Number.POSITIVE_INFINITY): ErrorCount {
		const key = `${kind} ${status} ${message}`;
		const known = this.causes.get(key);
		if (known) return known;
		if (this.causes.size >= most) return this.of({ kind, ...omitUndefined({ status }), message: "other messages" });
		const cause = { kind, ...omitUndefined({ status }), message, count: 0 };
		this.causes.set(key, cause);
		return cause;
	}

	/** The counts that are not 0, the highest first. */
	list(): ErrorCount[] {
		return [...this.causes.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
	}
}

/** Which rows have a result: of a row with several lines, a result counts before failures. */
export class RowStates {
	/** Rows with a result, and those whose only lines are failures. */
	readonly done = new Bitmap();
	readonly failed = new Bitmap();
	/** Whether a row has more than one line. */
	hasRepeats = false;

	add(index: number, isFailed: boolean): void {
		if (isFailed) {
			if (this.done.has(index) || !this.failed.add(index)) this.hasRepeats = true;
			return;
		}
		if (!this.done.add(index)) this.hasRepeats = true;
		if (!this.failed.has(index)) return;
		this.failed.delete(index);
		this.hasRepeats = true;
	}
}

/** The state of a journal, read from its lines. */
export interface JournalState extends Readonly<Pick<RowStates, "done" | "failed" | "hasRepeats">> {
	/** Why each row failed; rows that have a result since then may be among them. */
	causes: ReadonlyMap<number, ErrorCount>;
	cost: number;
	errors: ErrorCount[];
	/** Bytes of whole lines. */
	size: number;
	/** Number of the first foreign line, from 1. */
	foreignLine: number | undefined;
}

/**
 * Reads the state of a journal.
 * @param visitLines calls its function with each line, and returns the bytes of whole lines
 */
export function readState(visitLines: (visit: (line: VisitedLine) => void) => number): JournalState {
	const rows = new RowStates();
	const causes = new Map<number, ErrorCount>();
	const messages = new ErrorCounts();
	let cost = 0;
	let count = 0;
	let foreignLine: number | undefined;
	const size = visitLines(({ head, bytes, start, end }) => {
		count++;
		if (!head) {
			foreignLine ??= count;
			return;
		}
		cost += readCost(bytes, start, end);
		const { index, isFailed } = head;
		rows.add(index, isFailed);
		if (isFailed) causes.set(index, noteError(decodeLine(bytes, start, end), messages));
	});
	const { done, failed, hasRepeats } = rows;
	for (const [index, cause] of causes) if (failed.has(index)) cause.count++;
	return { done, failed, causes, hasRepeats, cost, errors: messages.list(), size, foreignLine };
}

/** Maximum number of messages counted separately. */
const MAX_MESSAGES = 200;

function noteError(line: string, messages: ErrorCounts): ErrorCount {
	const value = parseJson(line);
	const error = readMember(value, "error");
	const kind = textOf(readMember(error, "kind") ?? readMember(error, "code") ?? "unknown");
	const status = readMember(error, "status") ?? getPath(value, "response", "status_code");
	const message = textOf(readMember(error, "message")).replace(/^Row \d+: /, "");
	return messages.of({ kind, ...(typeof status === "number" ? { status } : {}), message }, MAX_MESSAGES);
}

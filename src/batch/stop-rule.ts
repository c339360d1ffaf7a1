import { InferenceClientInputError } from "../errors.ts";
import { ReplayMissError } from "../exchange/miss.ts";
import { describeFailure, type Failure, failureOfStatus, isApiError, isSpent } from "./failure.ts";
import { BatchStopped } from "./types.ts";

/** Minimum finished rows before shares of failures count, and the length of a series that stops a run. */
const MIN_ROWS_TO_JUDGE = 20;

/** Consecutive refusals after which a row that had succeeded is sent again as a check. */
const PROBE_AFTER = 3;

/** The state of a target for the rule. */
export interface Refusals {
	/** A row has a result from it. */
	hasSucceeded: boolean;
	/** Since its last result, a row that had succeeded was sent to it again as a check. */
	isProbed: boolean;
	/** Rows it refused with a status of access since its last result, and the error of the first. */
	inARow: number;
	first: unknown;
}

/** Decides when a batch has to stop because its rows fail. */
export class StopRule {
	private readonly most: { count?: number; share?: number } | undefined;
	private finished = 0;
	private failed = 0;
	private firstError: unknown;
	/** All failures so far had this status; null: they differ, or had none. */
	private commonStatus: number | null | undefined;
	/** An earlier run has results. */
	private readonly hasResults: boolean;

	constructor(most: { count?: number; share?: number } | undefined, hasResults: boolean) {
		this.most = most;
		this.hasResults = hasResults;
	}

	/**
	 * Returns the error to stop with if the error of one row would fail all others; the row is not written then.
	 * A refusal of access does so as long as the target has no result, and when it refuses many rows in a row.
	 */
	findFinal(error: unknown, refusals: Refusals): unknown {
		// Recordings without one of the rows do not fit the input.
		if (error instanceof ReplayMissError) return error;
		if (!isApiError(error)) return undefined;
		if (isSpent(error)) return error;
		const { status } = error.httpResponse;
		if (status === 404) return this.finished === this.failed && !this.hasResults ? error : undefined;
		if (!isRefusal(error)) return undefined;
		if (!refusals.hasSucceeded && !this.hasResults) return error;
		if (refusals.inARow++ === 0) refusals.first = error;
		if (refusals.inARow < MIN_ROWS_TO_JUDGE) return undefined;
		return stop(`${MIN_ROWS_TO_JUDGE} consecutive rows were refused`, refusals.first, isApiError(refusals.first));
	}

	/** Whether a call with several rows may have failed because of one of them: a target that grants no access did not. */
	mayBeSplit(error: unknown): boolean {
		return !(isApiError(error) && (isSpent(error) || error.httpResponse.status === 404 || isRefusal(error)));
	}

	/** Whether to find out now, with a row that succeeded before, if the target refuses every row. */
	needsProbe(refusals: Refusals): boolean {
		return refusals.hasSucceeded && refusals.inARow >= PROBE_AFTER && !refusals.isProbed;
	}

	/** Returns the error to stop with if a row that succeeded before is refused as well. */
	failProbe(error: unknown, refusals: Refusals): BatchStopped | undefined {
		if (!isRefusal(error)) return undefined;
		const what = `${refusals.inARow} consecutive rows were refused, and a row that had succeeded`;
		return stop(what, refusals.first, true);
	}

	/** @param refusals of the target that gave the result; undefined if it was that of an identical request */
	succeed(refusals?: Refusals): void {
		this.finished++;
		if (!refusals) return;
		refusals.hasSucceeded = true;
		refusals.inARow = 0;
		refusals.isProbed = false;
	}

	/** Counts a failed row. Returns the error to stop with, if the limit on failures is reached. */
	fail(failure: Failure, error: unknown): BatchStopped | undefined {
		this.finished++;
		this.failed++;
		const { kind, message } = failure;
		// A row without an error was not called, or its answer did not pass a check.
		this.firstError ??= error ?? (kind === "input" ? new InferenceClientInputError(message) : new Error(message));
		const status = failure.status ?? null;
		this.commonStatus = this.commonStatus === undefined || this.commonStatus === status ? status : null;
		const isSameCause = this.commonStatus !== null && error !== undefined;
		if (this.finished === MIN_ROWS_TO_JUDGE && this.failed === MIN_ROWS_TO_JUDGE) {
			const isShared = isSameCause || kind === "input";
			return stop("The first 20 rows all failed", this.firstError, isShared);
		}
		return this.isOverMost()
			? stop(`${this.failed} of ${this.finished} rows failed`, this.firstError, isSameCause)
			: undefined;
	}

	private isOverMost(): boolean {
		const { count, share } = this.most ?? {};
		if (count !== undefined && this.failed > count) return true;
		// A share of few rows is no evidence about the rest.
		const isJudged = this.finished >= MIN_ROWS_TO_JUDGE;
		return isJudged && share !== undefined && this.failed / this.finished > share;
	}
}

/** A wrong key, an empty account; but some providers also refuse a single input this way. */
function isRefusal(error: unknown): boolean {
	return isApiError(error) && failureOfStatus(error.httpResponse.status) === "not_allowed";
}

function stop(what: string, cause: unknown, hasCommonCause: boolean): BatchStopped {
	const { message } = describeFailure(cause);
	const text = `${what}. The first: ${message.replace(/[^.!?]$/, "$&.")}`;
	return new BatchStopped("errors", text, { cause, hasCommonCause });
}

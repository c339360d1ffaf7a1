import { InferenceClientHubApiError, InferenceClientProviderApiError } from "../errors.ts";
import { ReplayMissError } from "../exchange/miss.ts";
import { describeFailure, type Failure } from "./failure.ts";
import { BatchStopped } from "./types.ts";

/** Finished rows after which shares and series of failures are judged. */
const ENOUGH = 20;

/** Failures that every other row would share. */
const FINAL_STATUS: ReadonlySet<number> = new Set([401, 402, 403]);

/** Decides when a batch has to stop because its rows fail. */
export class StopRule {
	private readonly most: { count?: number; share?: number } | undefined;
	private finished = 0;
	private failed = 0;
	private firstError: unknown;
	/** All failures so far had this status; null: they differ, or had none. */
	private commonStatus: number | null | undefined;

	constructor(most: { count?: number; share?: number } | undefined) {
		this.most = most;
	}

	/** Whether an error of one row would fail all others, so that it stops the batch and is not written. */
	isFinal(error: unknown): boolean {
		// Recordings without one of the rows do not fit the input.
		if (error instanceof ReplayMissError) return true;
		if (!(error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError))
			return false;
		const { status } = error.httpResponse;
		return FINAL_STATUS.has(status) || (status === 404 && this.finished === this.failed);
	}

	succeed(): void {
		this.finished++;
	}

	/** Counts a failed row. Returns the error to stop with, if it is one too many. */
	fail(failure: Failure, error: unknown): unknown {
		this.finished++;
		this.failed++;
		this.firstError ??= error ?? failure;
		const status = failure.status ?? null;
		this.commonStatus = this.commonStatus === undefined || this.commonStatus === status ? status : null;
		if (this.finished < ENOUGH) return undefined;
		const isSameCause = this.commonStatus !== null && error !== undefined;
		if (this.finished === ENOUGH && this.failed === ENOUGH) {
			return isSameCause || isInput(failure) ? this.firstError : this.stop("The first 20 rows all failed");
		}
		const { count, share } = this.most ?? {};
		const isOver =
			(count !== undefined && this.failed > count) || (share !== undefined && this.failed / this.finished > share);
		if (!isOver) return undefined;
		return isSameCause ? this.firstError : this.stop(`${this.failed} of ${this.finished} rows failed`);
	}

	private stop(what: string): BatchStopped {
		const cause = this.firstError;
		const { message } = cause instanceof Error ? describeFailure(cause) : (cause as Failure);
		return new BatchStopped("errors", `${what}. The first: ${message.replace(/[^.!?]$/, "$&.")}`, { cause });
	}
}

function isInput({ kind }: Failure): boolean {
	return kind === "input";
}

import type { Args } from "../inference/index.ts";
import type { Failure } from "./failure.ts";
import type { CallResponse } from "./groups.ts";
import type { IdenticalRequests } from "./identical-requests.ts";
import type { Lane } from "./lane.ts";
import type { StopRule } from "./stop-rule.ts";
import type { BatchOptions, BatchResult, KnownAnswer } from "./types.ts";
import { describeKnown, describeRow, type Work } from "./work.ts";

interface OutcomeHandlers {
	/** A row has its result. */
	onResult(result: BatchResult): void;
	/** The rows waited for another that failed: they are sent themselves. */
	sendAgain(works: readonly Work[]): void;
	/** Ends the batch. */
	stop(error: unknown): void;
}

/** Converts finished calls to results of rows, also of rows that waited for an identical request. */
export class Outcomes {
	/** Results that the consumer has not taken. */
	outbox: BatchResult[] = [];
	private readonly check: BatchOptions["check"];
	private readonly identical: IdenticalRequests;
	private readonly stopRule: StopRule;
	private readonly handlers: OutcomeHandlers;

	constructor(
		check: BatchOptions["check"],
		identical: IdenticalRequests,
		stopRule: StopRule,
		handlers: OutcomeHandlers,
	) {
		this.check = check;
		this.identical = identical;
		this.stopRule = stopRule;
		this.handlers = handlers;
	}

	/** Whether an identical request has provided the row's result or will. */
	isAnswered(work: Work, found: Awaited<ReturnType<IdenticalRequests["find"]>>, lane: Lane): boolean {
		if (found === undefined) return false;
		if (found === "later") return true;
		if ("failure" in found) this.failRow(work, found.failure, undefined, { lane, seconds: 0 });
		else this.deliverKnown(work, found, lane);
		return true;
	}

	/** Delivers a result that is already known, also to waiting rows. */
	deliverKnown(work: Work, answer: KnownAnswer, lane: Lane | undefined): void {
		const { output } = answer;
		this.stopRule.succeed();
		this.deliver(describeKnown(work, answer, lane));
		for (const duplicate of this.identical.end(work)) this.deliverKnown(duplicate, { output }, lane);
	}

	finishRow(work: Work, args: Args, { output, usage, cost }: CallResponse, lane: Lane, seconds: number): void {
		const failure = this.check?.(output, work.row, args);
		let duplicates: readonly Work[] = [];
		if (failure) {
			lane.failed++;
			this.fail(work, failure, undefined);
		} else {
			lane.done++;
			this.stopRule.succeed(lane.refusals);
			duplicates = this.identical.end(work, { output });
		}
		const result = describeRow(work, lane, seconds);
		if (failure) result.error = failure;
		else result.output = output;
		if (usage) result.usage = usage;
		result.cost_usd = cost === null ? null : cost + work.paid;
		this.deliver(result);
		for (const duplicate of duplicates) this.deliverKnown(duplicate, { output }, lane);
	}

	failRow(work: Work, failure: Failure, error: unknown, call: { lane: Lane; seconds: number } | undefined): void {
		this.fail(work, failure, error);
		const result = describeRow(work, call?.lane, call?.seconds ?? 0);
		result.error = failure;
		if (work.paid > 0) result.cost_usd = work.paid;
		this.deliver(result);
	}

	private fail(work: Work, failure: Failure, error: unknown): void {
		const stop = this.stopRule.fail(failure, error);
		if (stop !== undefined) this.handlers.stop(stop);
		if (failure.kind !== "not_allowed") {
			// Rows that waited for it are sent themselves.
			this.handlers.sendAgain(this.identical.end(work));
			return;
		}
		// The provider refuses this input: each further call would be one more refusal in a row.
		const waiting = this.identical.end(work, { failure });
		for (const duplicate of waiting) this.failRow(duplicate, failure, undefined, undefined);
	}

	private deliver(result: BatchResult): void {
		this.outbox.push(result);
		this.handlers.onResult(result);
	}
}

import type { BatchResult, LaneState } from "../../../batch/index.ts";
import type { Usage } from "../../../exchange/index.ts";
import type { ErrorCount } from "./journal/scan.ts";

/** Counts of a run: printed at its end, and by `hub batch status`. */
export interface Summary {
	total: number | null;
	done: number;
	failed: number;
	left: number | null;
	running: boolean;
	cost_usd: number | null;
	rows_per_second: number | null;
	errors: ErrorCount[];
	/** All failed rows by kind and status; of `hub batch status` only. */
	causes?: Omit<ErrorCount, "message">[];
	jobs?: object[];
}

/** Counts the rows of a run. */
export class Tally {
	total: number | null = null;
	done: number;
	failed: number;
	/** US dollars, earlier runs included; null while none is known. */
	cost: number | null;
	/** Rows beyond `--limit` were left out. */
	isLimited = false;
	tokens = 0;
	/** Rows finished by this run, and how many of them failed. */
	finished = 0;
	ownFailed = 0;
	/** US dollars and tokens of this run; null while none are known. */
	ownCost: number | null = null;
	usage: Usage | null = null;
	readonly started = performance.now();
	readonly lanes = new Map<string, LaneState>();
	lastError: ErrorCount | undefined;
	private readonly errors = new Map<string, ErrorCount>();

	constructor(done: number, failed: number, cost: number, errors: readonly ErrorCount[]) {
		this.done = done;
		this.failed = failed;
		this.cost = done + failed > 0 && cost > 0 ? cost : null;
		for (const error of errors) this.errors.set(keyOf(error), { ...error });
	}

	add(result: BatchResult, wasFailed: boolean): void {
		this.finished++;
		if (wasFailed) this.failed--;
		const { usage, cost_usd, error } = result;
		if (usage) {
			this.tokens += usage.input_tokens + usage.output_tokens;
			this.usage ??= { input_tokens: 0, output_tokens: 0 };
			this.usage.input_tokens += usage.input_tokens;
			this.usage.output_tokens += usage.output_tokens;
		}
		if (typeof cost_usd === "number") {
			this.cost = (this.cost ?? 0) + cost_usd;
			this.ownCost = (this.ownCost ?? 0) + cost_usd;
		}
		if (!error) {
			this.done++;
			return;
		}
		this.failed++;
		this.ownFailed++;
		const message = error.message.replace(/^Row \d+: /, "");
		const entry = {
			kind: error.kind,
			...(error.status === undefined ? {} : { status: error.status }),
			message,
			count: 0,
		};
		const known = this.errors.get(keyOf(entry)) ?? entry;
		known.count++;
		this.errors.set(keyOf(known), known);
		this.lastError = known;
	}

	/** Failures of earlier runs are not reported again once their rows are retried. */
	forgetErrors(): void {
		this.errors.clear();
	}

	get seconds(): number {
		return (performance.now() - this.started) / 1000;
	}

	summary(running: boolean): Summary {
		const { total, done, failed, seconds } = this;
		return {
			total,
			done,
			failed,
			left: total === null ? null : Math.max(0, total - done - failed),
			running,
			cost_usd: this.cost === null ? null : roundSum(this.cost),
			rows_per_second: this.finished === 0 ? null : Number((this.finished / Math.max(seconds, 1e-3)).toPrecision(4)),
			errors: [...this.errors.values()]
				.filter(({ count }) => count > 0)
				.sort((a, b) => b.count - a.count)
				.slice(0, 20),
		};
	}
}

/** Adds up the failures of one kind and status, most frequent first. */
export function countCauses(errors: readonly ErrorCount[]): Omit<ErrorCount, "message">[] {
	const causes = new Map<string, Omit<ErrorCount, "message">>();
	for (const { message: _message, ...error } of errors) {
		const key = `${error.kind} ${error.status}`;
		causes.set(key, { ...error, count: error.count + (causes.get(key)?.count ?? 0) });
	}
	return [...causes.values()].sort((a, b) => b.count - a.count);
}

/** A sum without rounding errors: 0.3 for 0.1 + 0.2. */
export function roundSum(value: number): number {
	return Number(value.toPrecision(12));
}

function keyOf({ kind, status, message }: ErrorCount): string {
	return `${kind} ${status} ${message}`;
}

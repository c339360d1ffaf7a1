import type { BatchStopped, LaneState } from "../../../batch/index.ts";
import type { Context } from "../../context.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { ErrorCount } from "./journal/scan.ts";
import type { Summary, Tally } from "./tally.ts";

/** Explains how to continue after a run that stopped early. */
export const CONTINUE = "Run the same command again to continue.";

/**
 * Prints that a run stopped at a limit of its own, and how to continue.
 * @param toResume whether the run can be continued
 */
export function printStop({ message, reason }: BatchStopped, toResume: boolean, context: Context): void {
	const advice = reason === "cost" ? "Run the same command again with a higher --max-cost to continue." : CONTINUE;
	context.warn(`${context.colors.stderr.red("Error:")} ${message}${toResume ? ` ${advice}` : ""}`);
}

/**
 * Reports how a run ended: for people on stderr, and with `--json` as a document on standard output.
 * @param isStdoutTaken the results went there
 */
export async function printSummary(summary: Summary, isStdoutTaken: boolean, context: Context): Promise<void> {
	if (context.flags.json && !isStdoutTaken) {
		await context.print(`${JSON.stringify(summary)}\n`);
		return;
	}
	for (const line of describeSummary(summary)) context.note(line);
}

/** The lines of a summary. */
export function describeSummary(summary: Summary): string[] {
	const { total, done, failed, left, cost_usd, rows_per_second, errors, causes = [], running } = summary;
	const parts = [
		`${done}${total === null ? "" : ` of ${total}`} done`,
		`${failed} failed`,
		...(left === null || left === 0 ? [] : [`${left} left`]),
	];
	const facts = [
		...(running ? ["running"] : []),
		...(rows_per_second === null ? [] : [`${rows_per_second} rows/s`]),
		...(cost_usd === null ? [] : [formatCost(cost_usd)]),
	];
	const lines = [[parts.join(", "), ...facts].join("; ")];
	if (errors.length > 1 && causes.length > 0) lines.push(`  Failed: ${causes.map(describeCause).join(", ")}`);
	for (const error of errors) lines.push(`  ${describeCause(error)}: ${shorten(sanitize(error.message))}`);
	return lines;
}

function describeCause({ kind, status, count }: Omit<ErrorCount, "message">): string {
	return `${count} × ${sanitize(kind)}${status === undefined ? "" : ` (${status})`}`;
}

function shorten(text: string): string {
	const line = text.replace(/\s+/g, " ");
	return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

/** Shows the progress of a run on stderr. */
export interface View {
	stop(): void | Promise<void>;
	/** Shows a text within the view: lines printed elsewhere would break it. */
	say?(text: string): void;
	/** Removes the view at once, because the process ends. */
	erase?(): void;
}

/** Formats the progress view as text. */
export interface ProgressFacts {
	total: number | null;
	done: number;
	failed: number;
	rows_per_second: number;
	tokens_per_second: number;
	cost_usd: number | null;
	expected_cost_usd: number | null;
	seconds_left: number | null;
	lanes: LaneState[];
	last_error: { kind: string; message: string; count: number } | null;
}

export function readFacts(tally: Tally): ProgressFacts {
	const { total, done, failed, finished, seconds, cost, tokens, lastError } = tally;
	const rate = finished / Math.max(seconds, 1e-3);
	const ended = done + failed;
	const left = total === null ? null : Math.max(0, total - ended);
	return {
		total,
		done,
		failed,
		rows_per_second: Number(rate.toPrecision(3)),
		tokens_per_second: Math.round(tokens / Math.max(seconds, 1e-3)),
		cost_usd: cost,
		expected_cost_usd: cost === null || total === null || ended === 0 ? null : (cost / ended) * total,
		seconds_left: left === null || rate === 0 ? null : Math.round(left / rate),
		lanes: [...tally.lanes.values()],
		last_error: lastError ? { kind: lastError.kind, message: lastError.message, count: lastError.count } : null,
	};
}

/** `done/total, failed, rows/s, tokens/s, cost, time left`. */
export function describeFacts(facts: ProgressFacts): string {
	const { total, done, failed, cost_usd, expected_cost_usd, seconds_left, tokens_per_second } = facts;
	return [
		`${done}${total === null ? "" : `/${total}`} done`,
		...(failed > 0 ? [`${failed} failed`] : []),
		`${facts.rows_per_second} rows/s`,
		...(tokens_per_second > 0 ? [`${tokens_per_second} tokens/s`] : []),
		...(cost_usd === null
			? []
			: [`${formatCost(cost_usd)}${expected_cost_usd === null ? "" : ` of ${formatCost(expected_cost_usd)}`}`]),
		...(seconds_left === null ? [] : [`${formatSeconds(seconds_left)} left`]),
	].join(", ");
}

const REASONS = { "rate-limit": "rate limit", quota: "limit used up", pace: "pace", failures: "failures" } as const;

/** `groq  12/16 in flight, waiting for the rate limit until 14:03:20`. */
export function describeLane({ name, inFlight, limit, stoppedUntil, reason }: LaneState): string {
	const state = `${name}  ${inFlight}/${limit} in flight`;
	if (stoppedUntil === 0 || !reason) return state;
	return `${state}, waiting (${REASONS[reason]}) until ${new Date(stoppedUntil).toTimeString().slice(0, 8)}`;
}

/** One line: the progress of the run, and the waiting lanes. */
export function describeProgress(facts: ProgressFacts): string {
	const waiting = facts.lanes.filter(({ stoppedUntil, reason }) => stoppedUntil !== 0 && reason);
	return [describeFacts(facts), ...waiting.map(describeLane)].join("; ");
}

function formatSeconds(seconds: number): string {
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

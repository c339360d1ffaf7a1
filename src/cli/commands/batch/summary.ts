import type { BatchStopped } from "../../../batch/index.ts";
import type { Context } from "../../context.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { ErrorCount } from "./journal/scan.ts";
import type { Summary } from "./tally.ts";

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

import { appendFileSync } from "node:fs";

/** What a benchmark measured: a line of docs/benchmarks.md. */
export interface Figure {
	/** What was measured. */
	title: string;
	value: number;
	/** Unit of the value, such as `ms`; without one, it is a ratio to what `over` names. */
	unit?: string | undefined;
	/** What stands below the line of the ratio, or beside the figure. */
	over?: string | undefined;
	/** The bound of the specification; none for what only stands beside. */
	goal?: Goal | undefined;
	/** Absolute figures and spread, as words. */
	detail?: string | undefined;
}

export type Goal = { atMost: number } | { atLeast: number };

/** Names the file into which `npm run bench` has the figures of each benchmark written, one a line. */
export const FIGURES_FILE = "HUB_BENCH_FIGURES";

/** Prints a figure, and hands it to `npm run bench` if that started the benchmark. */
export function report(figure: Figure): void {
	const { title, over, goal, detail } = figure;
	const bound = goal ? `  (${formatGoal(goal)}${meets(figure) ? "" : ", MISSED"})` : "";
	console.log(`${title}: ${formatValue(figure)}${over ? ` over ${over}` : ""}${bound}${detail ? `  ${detail}` : ""}`);
	const file = process.env[FIGURES_FILE];
	if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

export function formatValue({ value, unit }: Figure): string {
	const digits = unit !== undefined && Math.abs(value) >= 10 ? 1 : 2;
	return `${value.toFixed(digits)}${unit ? ` ${unit}` : ""}`;
}

export function formatGoal(goal: Goal): string {
	return "atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

/** Whether a figure holds its goal. One without a goal does. */
export function meets({ value, goal }: Figure): boolean {
	if (!goal) return true;
	return "atMost" in goal ? value <= goal.atMost : value >= goal.atLeast;
}

/** The middle one of several values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

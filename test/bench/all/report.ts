import { cpus } from "node:os";

/** A line of the report. */
export interface Result {
	title: string;
	/** Milliseconds of the fastest run; undefined where only the ratio counts. */
	time?: number | undefined;
	over: string;
	ratio: number;
	goal?: number | undefined;
}

/** A measurement may be this much slower than the committed one. */
const TOLERANCE = 1.1;

/** The results as a page, with the machine and the date. */
export function formatReport(results: readonly Result[], rounds: number, date: Date): string {
	const lines = results.map(({ title, time, over, ratio, goal }) =>
		[
			title,
			time?.toFixed(1) ?? "",
			ratio.toFixed(2),
			over,
			goal === undefined ? "" : `≤ ${goal}`,
			judge(ratio, goal),
		].join(" | "),
	);
	const [cpu] = cpus();
	return [
		"# Benchmarks",
		"",
		"`npm run bench` measures all rows in one run and writes this page. Rows in milliseconds are whole processes: the fastest of",
		`${rounds} runs that take turns. A ratio is that time, or CPU time, over that of the program in the column "over"; below 1 is faster.`,
		"",
		`Measured on ${date.toISOString().slice(0, 10)}, Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown"}.`,
		"",
		"| what | ms | ratio | over | goal | holds |",
		"| --- | ---: | ---: | --- | --- | --- |",
		...lines.map((line) => `| ${line} |`),
		"",
	].join("\n");
}

function judge(ratio: number, goal: number | undefined): string {
	if (goal === undefined) return "";
	return ratio <= goal ? "yes" : "no";
}

/** Says which ratios are more than a tenth above those of a page. */
export function findRegressions(results: readonly Result[], page: string): string[] {
	const committed = new Map(
		page.split("\n").flatMap((line): [string, number][] => {
			const [, title = "", , ratio = ""] = line.split("|").map((cell) => cell.trim());
			return /^\d/.test(ratio) ? [[title, Number(ratio)]] : [];
		}),
	);
	return results.flatMap(({ title, ratio, goal }) => {
		const before = committed.get(title);
		if (goal === undefined || before === undefined || ratio <= before * TOLERANCE) return [];
		return [`${title}: ${ratio.toFixed(2)}, committed ${before.toFixed(2)}`];
	});
}

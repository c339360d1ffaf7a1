import { type Figure, formatGoal, formatValue, meets } from "../figure.ts";

/** A group of benchmarks: a section of docs/benchmarks.md. */
export interface Section {
	/** The command that measures it alone. */
	command: string;
	title: string;
	/** What a reader must know to understand the rows. */
	about: string;
}

/** A section as it was measured. */
export interface Measured extends Section {
	figures: readonly Figure[];
	/** Such as `2026-11-28, Node v20.20.2, linux x64, 2 × AMD EPYC, load 0.3`. */
	circumstances: string;
}

/** A figure may be this much worse than the committed one. */
const TOLERANCE = 1.1;
/** What follows this heading was written by hand, and stays. */
const BY_HAND = "## Other measurements";

/** The page, with what was written by hand in the one before. */
export function formatPage(sections: readonly Measured[], before: string): string {
	const byHand = before.includes(BY_HAND) ? before.slice(before.indexOf(BY_HAND)) : `${BY_HAND}\n`;
	return [
		"# Benchmarks",
		"",
		"`npm run bench` measures everything in one run and writes this page. Where a row names something in “over”, the figure is a",
		"ratio to that: of time, CPU time or size, where less is better, or of a speed, where more is better. The goal shows which.",
		"",
		...sections.flatMap(formatSection),
		byHand,
	].join("\n");
}

function formatSection({ title, command, about, figures, circumstances }: Measured): string[] {
	return [
		`## ${title}`,
		"",
		`${about} Measured by \`${command}\` on ${circumstances}.`,
		"",
		"| what | figure | over | goal | holds | in detail |",
		"| --- | ---: | --- | --- | --- | --- |",
		...figures.map(formatRow),
		"",
	];
}

function formatRow(figure: Figure): string {
	const { title, over = "", goal, detail = "" } = figure;
	const cells = [title, formatValue(figure), over, goal ? formatGoal(goal) : "", judge(figure), detail];
	return `| ${cells.join(" | ")} |`;
}

function judge(figure: Figure): string {
	if (!figure.goal) return "";
	return meets(figure) ? "yes" : "no";
}

/** Says which figures are more than a tenth worse than those of a page. */
export function findRegressions(figures: readonly Figure[], page: string): string[] {
	const committed = new Map(
		page.split("\n").flatMap((line): [string, number][] => {
			const [, title = "", value = "", over = ""] = line.split("|").map((cell) => cell.trim());
			return /^\d/.test(value) ? [[`${title} ${over}`, Number.parseFloat(value)]] : [];
		}),
	);
	return figures.flatMap((figure) => {
		const { title, over = "", value, goal } = figure;
		const before = committed.get(`${title} ${over}`);
		if (goal === undefined || before === undefined) return [];
		const isWorse = "atMost" in goal ? value > before * TOLERANCE : value * TOLERANCE < before;
		return isWorse ? [`${title}: ${value.toFixed(2)}, committed ${before.toFixed(2)}`] : [];
	});
}

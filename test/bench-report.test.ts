import { describe, expect, it } from "vitest";
import { findRegressions, formatPage, type Measured } from "./bench/all/report.ts";
import type { Figure } from "./bench/figure.ts";

const figure = (value: number, more: Partial<Figure> = {}): Figure => {
	return { title: "hub: `--help`", over: "node", value, goal: { atMost: 2 }, ...more };
};
const format = (...figures: Figure[]): string => {
	const section: Measured = { title: "Commands", command: "npm run x", about: "All.", circumstances: "today", figures };
	return formatPage([section], "");
};

describe("the page of benchmarks", () => {
	it.each([
		["holds", figure(1), "| hub: `--help` | 1.00 | node | ≤ 2 | yes |  |"],
		["is missed", figure(2.1), "| hub: `--help` | 2.10 | node | ≤ 2 | no |  |"],
		["is none", figure(2.1, { goal: undefined }), "| hub: `--help` | 2.10 | node |  |  |  |"],
		["is a lower bound", figure(2.1, { goal: { atLeast: 2 } }), "| hub: `--help` | 2.10 | node | ≥ 2 | yes |  |"],
		[
			"has a unit",
			figure(34.56, { over: undefined, unit: "kB", detail: "so many" }),
			"| hub: `--help` | 34.6 kB |  | ≤ 2 | no | so many |",
		],
	])("shows a goal that %s", (_name, one, row) => {
		expect(format(one).split("\n")).toContain(row);
	});

	it("keeps what was written by hand", () => {
		const before = `${format(figure(9))}\n## Once\n\nA figure.\n`;
		const after = formatPage([], before);
		expect(after).toContain("## Once\n\nA figure.\n");
		expect(after).not.toContain("9.00");
	});
});

describe("a regression", () => {
	it.each([
		["is within a tenth of the committed one", figure(1), figure(1.1), []],
		["is more than a tenth above", figure(1), figure(1.11), ["hub: `--help`: 1.11, committed 1.00"]],
		["is far below", figure(1), figure(0.5), []],
		["is over something else", figure(1), figure(9, { over: "curl" }), []],
		["has no goal", figure(1), figure(9, { goal: undefined }), []],
		[
			"should be high and is lower",
			figure(1, { goal: { atLeast: 1 } }),
			figure(0.9, { goal: { atLeast: 1 } }),
			["hub: `--help`: 0.90, committed 1.00"],
		],
		["should be high and is higher", figure(1), figure(9, { goal: { atLeast: 1 } }), []],
	])("of a figure that %s", (_name, committed, one, expected) => {
		expect(findRegressions([one], format(committed))).toEqual(expected);
	});
});

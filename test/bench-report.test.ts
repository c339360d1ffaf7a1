import { describe, expect, it } from "vitest";
import { findRegressions, formatReport, type Result } from "./bench/all/report.ts";

/** A row whose figure is `ratio`. */
const row = (ratio: number): Result => ({ title: "hub: `--help`", over: "node", ratio, goal: 2 });

describe("the benchmark report", () => {
	const committed = formatReport([row(1)], 15, new Date(0));

	it("shows whether each goal is met", () => {
		expect(committed).toContain("| hub: `--help` |  | 1.00 | node | ≤ 2 | yes |");
		expect(formatReport([row(2.1)], 15, new Date(0))).toContain("| ≤ 2 | no |");
		expect(formatReport([{ ...row(2.1), goal: undefined }], 15, new Date(0))).toContain("| 2.10 | node |  |  |");
	});

	it.each([
		["is within a tenth of the committed one", 1.1, []],
		["is more than a tenth above", 1.11, ["hub: `--help`: 1.11, committed 1.00"]],
		["is far below", 0.5, []],
	])("a figure that %s", (_name, ratio, expected) => {
		expect(findRegressions([row(ratio)], committed)).toEqual(expected);
	});

	it("ignores new rows and rows without a goal", () => {
		expect(
			findRegressions(
				[
					{ ...row(9), title: "new" },
					{ ...row(9), goal: undefined },
				],
				committed,
			),
		).toEqual([]);
	});
});

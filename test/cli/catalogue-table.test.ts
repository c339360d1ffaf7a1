import { describe, expect, it } from "vitest";
import { loadColors, PLAIN } from "../../src/cli/terminal/color.ts";
import { type Column, formatRows, formatTable } from "../../src/cli/terminal/table.ts";
import { cutText, padText, textWidth, wrapText } from "../../src/cli/terminal/width.ts";

describe("text width", () => {
	it.each([
		["plain", 5],
		["日本語", 6],
		["한국어", 6],
		["\u1112\u1161\u11ab", 2],
		["ｆｕｌｌ", 8],
		["ｱ", 1],
		["e\u0301", 1],
		["हि", 2],
		["👍", 2],
		["👍🏽", 2],
		["👨‍👩‍👧‍👦", 2],
		["🇩🇪🇫🇷", 4],
		["1️⃣", 2],
		["❤️", 2],
		["❤", 1],
		["…", 1],
		["→", 1],
		["\u200b", 0],
		["", 0],
	])("%j is %d", (text, width) => {
		expect(textWidth(text)).toBe(width);
	});
});

describe("truncating and wrapping", () => {
	it.each([
		["abcdef", 6, "abcdef"],
		["abcdef", 5, "abcd…"],
		["ab cdef", 4, "ab…"],
		["日本語", 5, "日本…"],
		["日本語", 4, "日…"],
		["👨‍👩‍👧‍👦👍", 3, "👨‍👩‍👧‍👦…"],
		["abc", 1, "…"],
		["abc", 0, ""],
	])("cuts %j to %d columns", (text, width, expected) => {
		expect(cutText(text, width)).toBe(expected);
		expect(textWidth(cutText(text, width))).toBeLessThanOrEqual(width);
	});

	it("pads on either side", () => {
		expect(padText("日", 4)).toBe("日  ");
		expect(padText("7", 3, "right")).toBe("  7");
		expect(padText("too long", 3)).toBe("too long");
	});

	it.each([
		["one two three", 7, ["one two", "three"]],
		["  spaced \n out ", 20, ["spaced out"]],
		["abcdefgh ij", 3, ["abc", "def", "gh", "ij"]],
		["見出しの文章", 5, ["見出", "しの", "文章"]],
		["日", 1, ["日"]],
		["日本 ab", 1, ["日", "本", "a", "b"]],
		["a 日本 bc", 4, ["a", "日本", "bc"]],
		["a 日本 b", 6, ["a 日本", "b"]],
		["a 日本 b", 8, ["a 日本 b"]],
		["日本語 ab", 5, ["日本", "語 ab"]],
		["👍🏽👍🏽👍🏽", 4, ["👍🏽👍🏽", "👍🏽"]],
		["", 10, []],
	])("wraps %j at %d", (text, width, lines) => {
		expect(wrapText(text, width)).toEqual(lines);
	});

	it("measures each word once: long texts, words without spaces too, take no time", () => {
		const started = performance.now();
		expect(wrapText("日本 ".repeat(2000), Number.POSITIVE_INFINITY)).toHaveLength(1);
		expect(wrapText("日".repeat(4000), 80)).toHaveLength(100);
		// It was 30 seconds.
		expect(performance.now() - started).toBeLessThan(3000);
	});
});

interface Row {
	id: string;
	note: string;
	count: number;
}

const columns: Column<Row>[] = [
	{ title: "ID", value: ({ id }) => id, whole: true },
	{ title: "NOTE", value: ({ note }) => note, least: 6 },
	{ title: "COUNT", value: ({ count }) => String(count), align: "right" },
];
const rows: Row[] = [
	{ id: "first", note: "a note of some length", count: 7 },
	{ id: "second-one", note: "日本語のノート 👍🏽", count: 12 },
	{ id: "third", note: "", count: 1000 },
];

describe("table", () => {
	it("is only as wide as its cells", () => {
		expect(formatTable(columns, [{ rows }], 80, PLAIN)).toBe(
			[
				"ID          NOTE                   COUNT",
				"first       a note of some length      7",
				"second-one  日本語のノート 👍🏽         12",
				"third                               1000",
				"",
			].join("\n"),
		);
	});

	it("truncates the widest cells first, never ids", () => {
		expect(formatTable(columns, [{ rows }], 30, PLAIN)).toBe(
			[
				"ID          NOTE         COUNT",
				"first       a note of…       7",
				"second-one  日本語のノ…     12",
				"third                     1000",
				"",
			].join("\n"),
		);
	});

	it("drops the last columns if truncating is not enough", () => {
		expect(formatTable(columns, [{ rows }], 20, PLAIN).split("\n")[0]).toBe("ID          NOTE");
	});

	it("puts the other values below the id, named, where only the id fits", () => {
		expect(formatTable(columns, [{ rows }], 12, PLAIN)).toBe(
			[
				...["ID", "first", "  note a no…", "  count 7"],
				...["second-one", "  note 日本…", "  count 12"],
				...["third", "  count 1000", ""],
			].join("\n"),
		);
		const [, , below] = formatTable(
			columns.map((column, index) => (index === 0 ? { ...column, value: () => "x".repeat(28) } : column)),
			[{ heading: "Group", rows }],
			32,
			PLAIN,
		)
			.split("\n")
			.slice(2);
		expect(below).toBe("    note a note of some length");
	});

	it("groups rows under headings, and leaves out empty groups", () => {
		const sections = [
			{ heading: "Full", rows: rows.slice(0, 1) },
			{ heading: "Empty", rows: [] },
			{ heading: "Rest", rows: rows.slice(2) },
		];
		expect(formatTable(columns, sections, 80, PLAIN)).toBe(
			[
				"  ID     NOTE                   COUNT",
				"",
				"Full",
				"  first  a note of some length      7",
				"",
				"Rest",
				"  third                          1000",
				"",
			].join("\n"),
		);
	});

	it("has any number of rows", () => {
		const many = Array.from({ length: 150_000 }, (_, index) => index);
		expect(formatTable([{ title: "N", value: String }], [{ rows: many }], 80, PLAIN).split("\n")).toHaveLength(150_002);
	});

	it("prints nothing without rows", () => {
		expect(formatTable(columns, [{ heading: "None", rows: [] }], 80, PLAIN)).toBe("");
	});

	it("escapes control characters and keeps each row on its line", () => {
		const text = formatTable(
			columns,
			[{ rows: [{ id: "a\x1b[2Jb", note: "two\nlines\tand a tab", count: 1 }] }],
			80,
			PLAIN,
		);
		expect(text.split("\n")[1]).toBe("a␛[2Jb  two lines and a tab      1");
	});

	it.each([20, 40, 61, 80, 120, 200])("fits %d columns", (width) => {
		const filled = rows.map((row) => ({ ...row, note: `${row.note} `.repeat(9) }));
		const lines = formatTable(columns, [{ heading: "語".repeat(300), rows: filled }], width, PLAIN).split("\n");
		expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
	});

	it("colors the text of a cell, not the padding", async () => {
		const colors = await loadColors(1);
		const styled = columns.map((column) => ({ ...column, style: colors.cyan }));
		const line = formatTable(styled, [{ rows: rows.slice(0, 1) }], 80, colors).split("\n")[1];
		expect(line).toBe("\x1b[36mfirst\x1b[39m  \x1b[36ma note of some length\x1b[39m      \x1b[36m7\x1b[39m");
	});
});

describe("rows for programs", () => {
	it("separates cells by tabs and never breaks a line", () => {
		expect(
			formatRows([
				["a", "b\tc"],
				["", "d\r\ne"],
			]),
		).toBe("a\tb c\n\td e\n");
		expect(formatRows([])).toBe("");
	});
});

import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { findView } from "../../src/cli/output/views/index.ts";
import { tabulate } from "../../src/cli/output/views/rows.ts";
import { drawTranscript } from "../../src/cli/output/views/view.ts";
import { loadColors, PLAIN } from "../../src/cli/terminal/color.ts";
import { textWidth } from "../../src/cli/terminal/width.ts";
import type { InferenceTask } from "../../src/inference/index.ts";

const BEL = "\x07";
/** Texts that would move the cursor, write the clipboard, draw, turn text around, or push everything else aside. */
const HOSTILE = [
	`\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\`,
	`\x1b]52;c;ZXZpbA==${BEL}`,
	`\x1b]1337;File=inline=1:AAAA${BEL}`,
	"\x1b[2J\x1b[H\x1b[31m",
	"\x1bP0;1;0q#0~\x1b\\",
	"\u009b2J\u009d52;c;eA==\u009c",
	"\u202eevil\u2066",
	"two\nlines\r\nand\ttabs\rback",
	"x".repeat(10_000),
	`e${"\u0301".repeat(10_000)}`,
	"船と海と家族の写真をとても長く説明する札",
	"👩‍👩‍👧‍👦🇯🇵❤️".repeat(20),
	"",
];
const WIDTHS = [40, 80, 200];
const box = { xmin: 1, ymin: 2, xmax: 300.4, ymax: 4000 };

/** For each task a result whose texts are all `text`, and its input. */
const CASES: Partial<Record<InferenceTask, (text: string) => { result: unknown; args?: Record<string, unknown> }>> = {
	"text-classification": (text) => ({
		result: [
			{ label: text, score: 0.9 },
			{ label: "b", score: 0.1 },
		],
	}),
	"sentence-similarity": (text) => ({ result: [0.2, -12345.678], args: { inputs: { sentences: [text, text] } } }),
	"token-classification": (text) => ({
		result: [
			{ entity_group: text, word: text, score: 1, start: 0, end: 3 },
			{ entity_group: "LOC", word: text, score: 1, start: 4, end: 6 },
		],
		args: { inputs: `Ada in ${text}` },
	}),
	"question-answering": (text) => ({
		result: { answer: text, score: 0.5, start: 3, end: 8 },
		args: { inputs: { context: `Before ${text} after ${text}` } },
	}),
	"table-question-answering": (text) => ({
		result: { answer: text, aggregator: text, cells: [text], coordinates: [[0, 1]] },
		args: { inputs: { table: { [text]: [text, "a"], b: [text, "c"] } } },
	}),
	"fill-mask": (text) => ({ result: [{ token_str: text, score: 0.5, sequence: text }] }),
	"object-detection": (text) => ({
		result: [
			{ label: text, score: 0.5, box },
			{ label: "cat", score: 0.25, box },
		],
	}),
	"image-segmentation": (text) => ({ result: [{ label: text, score: 0.5, mask: "AAAA" }] }),
	"feature-extraction": () => ({ result: [Array.from({ length: 384 }, () => -1000.12345), [1, 2]] }),
	"tabular-classification": (text) => ({ result: [text, 1] }),
};
async function draw(
	task: InferenceTask,
	result: unknown,
	args: Record<string, unknown>,
	columns: number,
	level: 0 | 3,
) {
	const view = findView(task);
	if (!view) throw new Error(`${task} has no view`);
	return view(result, { colors: await loadColors(level), columns, args });
}

describe("views", () => {
	for (const [task, make] of Object.entries(CASES)) {
		it.each(WIDTHS)(`${task} escapes control characters and fits %d columns`, async (columns) => {
			for (const text of HOSTILE) {
				const { result, args = {} } = make(text);
				const drawn = await draw(task as InferenceTask, result, args, columns, 3);
				expect(withoutColors(drawn)).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
				for (const line of withoutColors(drawn).split("\n")) expect(textWidth(line)).toBeLessThanOrEqual(columns);
			}
		});
	}

	it.each(WIDTHS)("transcripts and tables escape control characters and fit %d columns", async (columns) => {
		const space = { colors: await loadColors(3), columns, args: {} };
		for (const text of HOSTILE) {
			const chunks = [{ text, timestamp: [0, null] }];
			const drawn = [drawTranscript({ chunks }, space), tabulate([{ [text]: text, label: text, score: 0.5 }], space)];
			for (const line of drawn.flatMap((part) => withoutColors(part).split("\n"))) {
				expect(line).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
				expect(textWidth(line)).toBeLessThanOrEqual(columns);
			}
		}
	});

	it("shows as many values of a vector as fit", () => {
		const vector = Array.from({ length: 20 }, () => 0.5);
		const width = (columns: number) => drawPlain("feature-extraction", [vector], columns);
		expect(width(40)).toEqual(["20 dimensions, norm 2.2361  [0.5000, …]"]);
		expect(width(80)[0]).toMatch(/\[(0\.5000, ){6}…\]$/);
		expect(width(200)[0]).toMatch(/\[(0\.5000, ){12}…\]$/);
	});

	it("draws bars in eighths, best first, in aligned columns", () => {
		const result = [
			{ label: "船", score: 0.25 },
			{ label: "boat", score: 0.75 },
		];
		expect(drawPlain("text-classification", result, 32)).toEqual([
			"boat  ██████████████▎      75.0%",
			"船    ████▊                25.0%",
		]);
	});

	it("prints similarities as numbers, and other values either all as percentages or none", async () => {
		const args = { inputs: { sentences: ["near", "far"] } };
		expect(await draw("sentence-similarity", [0.5, -0.25], args, 24, 0)).toBe(
			"near  █████▌       0.500\nfar               -0.250",
		);
		const logits = [
			{ label: "yes", score: 2 },
			{ label: "no", score: 0.5 },
		];
		expect(drawPlain("text-classification", logits, 24)).toEqual([
			"yes  █████████████ 2.000",
			"no   ██████▌       0.500",
		]);
	});

	it("names the spans, and explains the colors in color", async () => {
		const result = [
			{ entity_group: "PER", word: "Ada", score: 1, start: 0, end: 3 },
			{ entity_group: "LOC", word: "Rome", score: 1, start: 7, end: 11 },
			{ entity_group: "PER", word: "x", score: 1, start: 2, end: 9 },
		];
		const args = { inputs: "Ada in Rome." };
		expect(await draw("token-classification", result, args, 80, 0)).toBe("Ada[PER] in Rome[LOC].");
		expect(withoutColors(await draw("token-classification", result, args, 80, 3))).toBe(
			"Ada[PER] in Rome[LOC].\n\n■\u00a0PER\u00a02   ■\u00a0LOC\u00a01",
		);
	});

	it("wraps text with spans between words", () => {
		const result = [{ entity_group: "LOC", word: "Rome", score: 1, start: 12, end: 16 }];
		const args = { inputs: "we walked to Rome and back to the sea" };
		const lines = drawPlain("token-classification", [{ ...result[0], start: 13, end: 17 }], 20, args);
		expect(lines).toEqual(["we walked to", "Rome[LOC] and back", "to the sea"]);
	});

	it("marks an answer in its text", async () => {
		const result = { answer: "Ada", score: 0.5, start: 10, end: 13 };
		const args = { inputs: { context: "Written by Ada." } };
		const drawn = await draw("question-answering", { ...result, start: 11, end: 14 }, args, 40, 3);
		expect(withoutColors(drawn)).toBe("Ada  50.0%\n\nWritten by Ada.");
		expect(drawn).toContain("\x1b[7mAda\x1b[27m.");
	});

	it("marks the answer's cells in the table", async () => {
		const result = {
			answer: "12",
			aggregator: "SUM",
			cells: ["5", "7"],
			coordinates: [
				[0, 1],
				[2, 1],
			],
		};
		const args = { inputs: { table: { fruit: ["apple", "pear", "plum"], units: ["5", "6", "7"] } } };
		expect(drawPlain("table-question-answering", result, 80, args)).toEqual([
			"12",
			"SUM of 5, 7",
			"",
			"fruit  units",
			"apple  [5]",
			"pear   6",
			"plum   [7]",
		]);
		const drawn = await draw("table-question-answering", result, args, 80, 3);
		expect(drawn).toContain("apple  \x1b[7m5\x1b[27m");
	});

	it("shows the rows around marked cells of a long table", () => {
		const numbers = Array.from({ length: 100 }, (_, index) => `n${index}`);
		const result = { answer: "n50", cells: ["n50"], coordinates: [[50, 0]] };
		expect(drawPlain("table-question-answering", result, 80, { inputs: { table: { n: numbers } } })).toEqual([
			"n50",
			"",
			"n",
			"…",
			"n48",
			"n49",
			"[n50]",
			"n51",
			"n52",
			"…",
		]);
	});

	it("numbers the objects found in an image", () => {
		const result = [
			{ label: "cat", score: 0.987, box },
			{ label: "dog", score: 0.5, box: { ...box, xmin: 10.6 } },
		];
		expect(drawPlain("object-detection", result, 80)).toEqual([
			"#    label  score  box",
			" 1   cat    98.7%  1,2 – 300,4000",
			" 2   dog    50.0%  11,2 – 300,4000",
		]);
	});

	it("shows the time of each part", () => {
		const space = { colors: PLAIN, columns: 40, args: {} };
		const chunks = [
			{ text: " Good morning to all of you out there", timestamp: [0, 2.34] },
			{ text: "and bye", timestamp: [62.5, null] },
		];
		expect(drawTranscript({ chunks }, space).split("\n")).toEqual([
			"0:00.0 – 0:02.3  Good morning to all of",
			"                 you out there",
			"1:02.5 – …       and bye",
		]);
		expect(drawTranscript({ chunks: [{ text: "x", timestamp: [0, 3725] }] }, space)).toBe("0:00:00.0 – 1:02:05.0  x");
	});

	it("prints objects as rows and columns", () => {
		const table = (result: unknown, args = {}) =>
			tabulate(result, { colors: PLAIN, columns: 80, args }).trimEnd().split("\n");
		expect(table([{ label: "cat", score: 0.123456789, box: { xmin: 1, ymin: 22 } }])).toEqual([
			"label     score  xmin  ymin",
			"cat    0.123457     1    22",
		]);
		expect(table([0.5, 1], { inputs: { sentences: ["a", "b"] } })).toEqual([
			"row  value  sentence",
			"  1    0.5  a",
			"  2      1  b",
		]);
		expect(table({ answer: "x", start: 1 })).toEqual(["answer  start", "x           1"]);
		expect(table([[3, 4]])).toEqual(["dimensions  norm  first", "         2     5  [3,4]"]);
	});
});

function drawPlain(task: InferenceTask, result: unknown, columns: number, args = {}): string[] {
	return findView(task)?.(result, { colors: PLAIN, columns, args }).split("\n") ?? [];
}

function withoutColors(text: string): string {
	return stripVTControlCharacters(text);
}

import { noModel } from "../failure.ts";
import { listWords, stem } from "./words.ts";

export type Table = Readonly<Record<string, readonly unknown[]>>;

interface TableAnswer {
	answer: string;
	coordinates: [row: number, column: number][];
	cells: string[];
	aggregator: "NONE" | "SUM" | "AVERAGE" | "COUNT";
}

const COMPARISON = /\b(more|greater|higher|over|above|less|lower|under|below|fewer)\s+(?:than\s+)?(-?[\d.,]+)/i;

/** Looks the answer to a question up in a table: picks rows and a column by its words, then counts, adds or compares. */
export function askTable(question: string, table: Table): TableAnswer {
	const names = Object.keys(table);
	const height = Math.max(0, ...Object.values(table).map((column) => column.length));
	const cell = (row: number, column: number): string => String(table[names[column] ?? ""]?.[row] ?? "");
	const view = { names, height, cell };
	const rows = selectRows(question, view);
	const isCount =
		/\bcount\b|\bnumber of (?:rows|entries)\b/i.test(question) ||
		(/\bhow many\b/i.test(question) && !namesNumbers(question, view));
	const column = selectColumn(question, rows, view);
	const pick = (selected: readonly number[], aggregator: TableAnswer["aggregator"] = "NONE"): TableAnswer => {
		const cells = selected.map((row) => cell(row, column));
		const answer = aggregator === "NONE" ? cells.join(", ") : compute(aggregator, cells);
		return { answer, coordinates: selected.map((row) => [row, column]), cells, aggregator };
	};
	if (isCount) return pick(rows, "COUNT");
	if (/\b(?:average|mean)\b/i.test(question)) return pick(rows, "AVERAGE");
	if (/\b(?:total|sum|altogether|combined|overall)\b/i.test(question)) return pick(rows, "SUM");
	const extreme = findExtreme(question);
	if (extreme) {
		const measure = selectMeasure(question, view);
		const sorted = [...rows].sort((a, b) => extreme * (parseNumber(cell(b, measure)) - parseNumber(cell(a, measure))));
		return pick(sorted.slice(0, 1));
	}
	const isAbout = rows.length < height || names.some((name) => sharesWord(question, name));
	if (!isAbout)
		return { answer: noModel('"How many rows are there?"'), coordinates: [], cells: [], aggregator: "NONE" };
	return pick(
		rows.length === height && height > 3 && !/\b(?:all|list|which|every)\b/i.test(question) ? rows.slice(0, 1) : rows,
	);
}

function compute(aggregator: "SUM" | "AVERAGE" | "COUNT", cells: readonly string[]): string {
	if (aggregator === "COUNT") return String(cells.length);
	const numbers = cells.map(parseNumber).filter(Number.isFinite);
	const sum = numbers.reduce((total, value) => total + value, 0);
	return String(Number((aggregator === "SUM" ? sum : sum / numbers.length).toPrecision(12)));
}

/** Whether a question names a column of numbers: "how many stars" reads one, "how many live in London" counts rows. */
function namesNumbers(question: string, view: View): boolean {
	return view.names.some((name, index) => isNumeric(index, view) && sharesWord(question, name));
}

function sharesWord(question: string, name: string): boolean {
	const asked = new Set(listWords(question).map(stem));
	return listWords(name).some((word) => asked.has(stem(word)));
}

/** A table by the numbers of its rows and columns. */
interface View {
	names: readonly string[];
	height: number;
	cell(row: number, column: number): string;
}

/** Rows that match a cell or a comparison in the question; all rows if there are none. */
function selectRows(question: string, view: View): number[] {
	const { names, height, cell } = view;
	const all = Array.from({ length: height }, (_, row) => row);
	const text = ` ${listWords(question).join(" ")} `;
	const mentioned = all.filter((row) =>
		names.some((_, column) => {
			const value = listWords(cell(row, column)).join(" ");
			return value !== "" && text.includes(` ${value} `);
		}),
	);
	if (mentioned.length > 0) return mentioned;
	const [, word, limit] = COMPARISON.exec(question) ?? [];
	if (word === undefined || limit === undefined) return all;
	const measure = selectMeasure(question, view);
	const isMore = /more|greater|higher|over|above/i.test(word);
	return all.filter((row) => {
		const value = parseNumber(cell(row, measure));
		return isMore ? value > parseNumber(limit) : value < parseNumber(limit);
	});
}

/** Returns the requested column: the one that the question names, else the first other one with an answer. */
function selectColumn(question: string, rows: readonly number[], view: View): number {
	const { names, cell } = view;
	const asked = new Set(listWords(question).map(stem));
	const named = names.map((name, index) => ({
		index,
		score: listWords(name).filter((word) => asked.has(stem(word))).length,
	}));
	const best = [...named].sort((a, b) => b.score - a.score)[0];
	const compares = findExtreme(question) !== undefined || COMPARISON.test(question);
	const wantsName = /\b(?:who|which|name)\b|\bwhat is the name\b/i.test(question);
	// "Which city has the most people" names the measure, but asks for the city.
	if (best && best.score > 0 && !(compares && wantsName && isNumeric(best.index, view))) {
		const others = named.filter(({ index, score }) => score === best.score && index !== best.index);
		const text = others.find(({ index }) => !isNumeric(index, view));
		return compares && wantsName && text ? text.index : best.index;
	}
	if (wantsName) return 0;
	const wantsNumber = /\b(?:how (?:many|much|old)|total|average|sum|mean)\b/i.test(question);
	const free = names.findIndex(
		(_, column) =>
			column > 0 &&
			isNumeric(column, view) === wantsNumber &&
			!rows.every((row) => question.toLowerCase().includes(cell(row, column).toLowerCase())),
	);
	return free >= 0 ? free : Math.min(1, names.length - 1);
}

/** The column of numbers a comparison is about. */
function selectMeasure(question: string, view: View): number {
	const { names } = view;
	const asked = new Set(listWords(question).map(stem));
	const numeric = names.map((_, index) => index).filter((index) => isNumeric(index, view));
	const named = numeric.find((index) => listWords(names[index] ?? "").some((word) => asked.has(stem(word))));
	return named ?? numeric[0] ?? 0;
}

function findExtreme(question: string): 1 | -1 | undefined {
	if (/\b(?:most|highest|largest|biggest|maximum|max|best|oldest|longest|greatest|top|tallest)\b/i.test(question))
		return 1;
	if (/\b(?:least|lowest|smallest|minimum|min|worst|youngest|shortest|fewest|cheapest)\b/i.test(question)) return -1;
	return undefined;
}

function isNumeric(column: number, { height, cell }: View): boolean {
	return (
		height > 0 && Array.from({ length: height }, (_, row) => parseNumber(cell(row, column))).every(Number.isFinite)
	);
}

function parseNumber(text: string): number {
	const plain = text.replace(/[,\s%$€£]/g, "");
	return plain === "" ? Number.NaN : Number(plain);
}

/** Columns of a table. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;

/**
 * Returns a number for each row: how far its cells lie above those of the other rows, in standard deviations, averaged.
 * Words count by their length.
 */
function rateRows(columns: Columns): number[] {
	const all = Object.values(columns).map((column) => column.map(toNumber));
	const height = Math.max(0, ...all.map((column) => column.length));
	const scaled = all.map((column) => {
		const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
		const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length) || 1;
		return column.map((value) => (value - mean) / spread);
	});
	return Array.from(
		{ length: height },
		(_, row) => scaled.reduce((sum, column) => sum + (column[row] ?? 0), 0) / (scaled.length || 1),
	);
}

/** Returns a class for each row: 1 for rows above the average, else 0. */
export function classifyRows(columns: Columns): number[] {
	return rateRows(columns).map((rate) => (rate > 0 ? 1 : 0));
}

/** Returns a value for each row: the mean of its numbers, moved by how it compares with the others. */
export function estimateRows(columns: Columns): number[] {
	const rates = rateRows(columns);
	const all = Object.values(columns);
	return rates.map((rate, row) => {
		const values = all.map((column) => toNumber(column[row]));
		const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
		return Number((mean * (1 + rate / 10)).toFixed(4));
	});
}

function toNumber(value: unknown): number {
	const number = Number(value);
	return Number.isFinite(number) ? number : String(value).length;
}

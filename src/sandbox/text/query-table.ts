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
	const asked = new Set(listWords(question).map(stem));
	const shared = names.map((name) => listWords(name).filter((word) => asked.has(stem(word))).length);
	const view = { names, height, shared, cell };
	const rows = selectRows(question, view);
	// "How many stars" reads a column of numbers, "how many live in London" counts rows.
	const namesNumbers = shared.some((count, index) => count > 0 && isNumeric(index, view));
	const isCount =
		/\bcount\b|\bnumber of (?:rows|entries)\b/i.test(question) || (/\bhow many\b/i.test(question) && !namesNumbers);
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
		const measure = selectMeasure(view);
		const sorted = [...rows].sort((a, b) => extreme * (parseNumber(cell(b, measure)) - parseNumber(cell(a, measure))));
		return pick(sorted.slice(0, 1));
	}
	const isAbout = rows.length < height || shared.some((count) => count > 0);
	if (!isAbout) return { ...pick([]), answer: noModel('"How many rows are there?"') };
	const wantsAll = rows.length < height || height <= 3 || /\b(?:all|list|which|every)\b/i.test(question);
	return pick(wantsAll ? rows : rows.slice(0, 1));
}

function compute(aggregator: "SUM" | "AVERAGE" | "COUNT", cells: readonly string[]): string {
	if (aggregator === "COUNT") return String(cells.length);
	const numbers = cells.map(parseNumber).filter(Number.isFinite);
	const sum = numbers.reduce((total, value) => total + value, 0);
	return String(Number((aggregator === "SUM" ? sum : sum / numbers.length).toPrecision(12)));
}

/** A table by the numbers of its rows and columns. */
interface View {
	names: readonly string[];
	height: number;
	/** How many words of its name the question has, by column. */
	shared: readonly number[];
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
	const measure = selectMeasure(view);
	const isMore = /more|greater|higher|over|above/i.test(word);
	return all.filter((row) => {
		const value = parseNumber(cell(row, measure));
		return isMore ? value > parseNumber(limit) : value < parseNumber(limit);
	});
}

/** Returns the requested column: the one that the question names, else the first other one with an answer. */
function selectColumn(question: string, rows: readonly number[], view: View): number {
	const { names, cell } = view;
	const named = view.shared.map((score, index) => ({ index, score }));
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
function selectMeasure(view: View): number {
	const numeric = [...view.names.keys()].filter((index) => isNumeric(index, view));
	return numeric.find((index) => (view.shared[index] ?? 0) > 0) ?? numeric[0] ?? 0;
}

function findExtreme(question: string): 1 | -1 | undefined {
	if (/\b(?:most|highest|largest|biggest|maximum|max|best|oldest|longest|greatest|top|tallest)\b/i.test(question))
		return 1;
	const asksLeast = /\b(?:least|lowest|smallest|minimum|min|worst|youngest|shortest|fewest|cheapest)\b/i.test(question);
	return asksLeast ? -1 : undefined;
}

function isNumeric(column: number, { height, cell }: View): boolean {
	const numbers = Array.from({ length: height }, (_, row) => parseNumber(cell(row, column)));
	return height > 0 && numbers.every(Number.isFinite);
}

function parseNumber(text: string): number {
	const plain = text.replace(/[,\s%$€£]/g, "");
	return plain === "" ? Number.NaN : Number(plain);
}

/**
 * Returns a number for each row: how far its cells lie above those of the other rows, in standard deviations, averaged.
 * Words count by their length.
 */
function rateRows(columns: Table): number[] {
	const scaled = Object.values(columns).map((cells) => {
		const column = cells.map(toNumber);
		const middle = mean(column);
		const spread = Math.sqrt(mean(column.map((value) => (value - middle) ** 2))) || 1;
		return column.map((value) => (value - middle) / spread);
	});
	const height = Math.max(0, ...scaled.map((column) => column.length));
	return Array.from({ length: height }, (_, row) => mean(scaled.map((column) => column[row] ?? 0)));
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

/** Returns a class for each row: 1 for rows above the average, else 0. */
export function classifyRows(columns: Table): number[] {
	return rateRows(columns).map((rate) => (rate > 0 ? 1 : 0));
}

/** Returns a value for each row: the mean of its numbers, moved by how it compares with the others. */
export function estimateRows(columns: Table): number[] {
	const all = Object.values(columns);
	return rateRows(columns).map((rate, row) =>
		Number((mean(all.map((column) => toNumber(column[row]))) * (1 + rate / 10)).toFixed(4)),
	);
}

function toNumber(value: unknown): number {
	const number = Number(value);
	return Number.isFinite(number) ? number : String(value).length;
}

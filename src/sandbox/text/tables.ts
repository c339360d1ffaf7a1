import { noModel } from "../failure.ts";
import { listWords, stem } from "./words.ts";

export type Table = Readonly<Record<string, readonly unknown[]>>;

interface TableAnswer {
	answer: string;
	coordinates: [row: number, column: number][];
	cells: string[];
	aggregator: "NONE" | "SUM" | "AVERAGE" | "COUNT";
}

/** Answers from the rows that have a cell named in the question, and the column whose name is in it; else the first. */
export function askTable(question: string, table: Table): TableAnswer {
	const columns = Object.values(table).map((cells) => cells.map(String));
	const asked = new Set(listWords(question).map(stem));
	const names = (text: string): boolean => {
		const words = listWords(text).map(stem);
		return words.length > 0 && words.every((word) => asked.has(word));
	};
	const all = Array.from({ length: columns[0]?.length ?? 0 }, (_, row) => row);
	const named = all.filter((row) => columns.some((cells) => names(cells[row] ?? "")));
	const rows = named.length > 0 ? named : all;
	const column = Object.keys(table).findIndex(names);
	const aggregator = selectAggregator(question, column >= 0);
	if (named.length === 0 && aggregator === "NONE") {
		return { answer: noModel('"How many rows are there?"'), coordinates: [], cells: [], aggregator };
	}
	const place = Math.max(0, column);
	const cells = rows.map((row) => columns[place]?.[row] ?? "");
	const answer = aggregator === "NONE" ? cells.join(", ") : String(compute(aggregator, cells));
	return { answer, coordinates: rows.map((row) => [row, place]), cells, aggregator };
}

function selectAggregator(question: string, namesColumn: boolean): TableAnswer["aggregator"] {
	if (/\b(?:average|mean)\b/i.test(question)) return "AVERAGE";
	if (/\b(?:total|sum)\b/i.test(question)) return "SUM";
	// "How many stars has A" reads a cell, "how many live in London" counts rows.
	return /\bcount\b|\bhow many\b/i.test(question) && !namesColumn ? "COUNT" : "NONE";
}

function compute(aggregator: "SUM" | "AVERAGE" | "COUNT", cells: readonly string[]): number {
	if (aggregator === "COUNT") return cells.length;
	const sum = cells.reduce((total, cell) => total + toNumber(cell), 0);
	return Number((aggregator === "SUM" ? sum : sum / cells.length).toPrecision(12));
}

function toNumber(value: unknown): number {
	return Number(String(value).replace(/[,\s%$€£]/g, "")) || 0;
}

/** Returns a value for each row: the mean of its numbers. */
export function estimateRows(table: Table): number[] {
	const columns = Object.values(table);
	const height = columns[0]?.length ?? 0;
	return Array.from({ length: height }, (_, row) => {
		const sum = columns.reduce((total, cells) => total + toNumber(cells[row]), 0);
		return Number((sum / columns.length).toFixed(4));
	});
}

/** Returns a class for each row: 1 for values above their mean, else 0. */
export function classifyRows(table: Table): number[] {
	const values = estimateRows(table);
	const mean = values.reduce((total, value) => total + value, 0) / values.length;
	return values.map((value) => (value > mean ? 1 : 0));
}

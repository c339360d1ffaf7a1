import { textOf } from "../../base/json.ts";
import type { TableQuestionAnsweringOutputElement } from "../../inference/index.ts";
import { noModel } from "../failure.ts";
import { listWords, stem } from "./words.ts";

export type TableColumns = Readonly<Record<string, readonly unknown[]>>;

/** Answers with the cells of the rows that the question names, in the column that it names, or with what they sum up to. */
export function answerTableQuestion(question: string, table: TableColumns): TableQuestionAnsweringOutputElement {
	const columns = Object.values(table).map((cells) => cells.map(textOf));
	const asked = new Set(listWords(question).map(stem));
	const names = (text: string): boolean => {
		const words = listWords(text).map(stem);
		return words.length > 0 && words.every((word) => asked.has(word));
	};
	const all = Array.from({ length: columns[0]?.length ?? 0 }, (_, row) => row);
	const named = all.filter((row) => columns.some((cells) => names(cells[row] ?? "")));
	const rows = named.length > 0 ? named : all;
	const column = Object.keys(table).findIndex(names);
	const cells = rows.map((row) => columns[Math.max(0, column)]?.[row] ?? "");
	const coordinates = rows.map((row): [number, number] => [row, Math.max(0, column)]);
	const sum = cells.reduce((total, cell) => total + toNumber(cell), 0);
	const result = (
		aggregator: "NONE" | "SUM" | "AVERAGE" | "COUNT",
		answer: string | number,
	): TableQuestionAnsweringOutputElement => ({
		answer: typeof answer === "string" ? answer : String(Number(answer.toPrecision(12))),
		coordinates,
		cells,
		aggregator,
	});
	if (/\b(?:average|mean)\b/i.test(question)) return result("AVERAGE", sum / cells.length);
	if (/\b(?:total|sum)\b/i.test(question)) return result("SUM", sum);
	// "How many stars has A" reads a cell, "how many live in London" counts rows.
	if (/\bcount\b|\bhow many\b/i.test(question) && column < 0) return result("COUNT", cells.length);
	if (named.length > 0) return result("NONE", cells.join(", "));
	return { answer: noModel('"How many rows are there?"'), coordinates: [], cells: [], aggregator: "NONE" };
}

function toNumber(value: unknown): number {
	return Number(textOf(value).replace(/[,\s%$€£]/g, "")) || 0;
}

/** Returns a value for each row: the mean of its numbers. */
export function estimateRows(table: TableColumns): number[] {
	const columns = Object.values(table);
	const height = columns[0]?.length ?? 0;
	return Array.from({ length: height }, (_, row) => {
		const sum = columns.reduce((total, cells) => total + toNumber(cells[row]), 0);
		return Number((sum / columns.length).toFixed(4));
	});
}

/** Returns a class for each row: 1 for values above their mean, else 0. */
export function classifyRows(table: TableColumns): number[] {
	const values = estimateRows(table);
	const mean = values.reduce((total, value) => total + value, 0) / values.length;
	return values.map((value) => (value > mean ? 1 : 0));
}

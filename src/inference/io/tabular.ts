// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { Extensible, TaskInput } from "./definitions.ts";

/** A table and a question about it. */
export interface TableQuestionAnsweringInputData extends Extensible {
	/** Column name → the column's cells. */
	table: Record<string, string[]>;
	/** The question to answer. */
	question: string;
}

/** How inputs are padded to the same length. */
export type Padding = "do_not_pad" | "longest" | "max_length";

/** Parameters of `table-question-answering`. */
export interface TableQuestionAnsweringParameters extends Extensible {
	/** How rows of different lengths are padded. Default: do_not_pad. */
	padding?: Padding;
	/** Answers the questions one after another, for conversations about one table. Default: false. */
	sequential?: boolean;
	/** Truncates a table that is too long. Default: false. */
	truncation?: boolean;
}

/** Input of `table-question-answering`. */
export interface TableQuestionAnsweringInput extends TaskInput<TableQuestionAnsweringParameters> {
	/** A table and a question about it. */
	inputs: TableQuestionAnsweringInputData;
}

/** One entry of the output of `table-question-answering`. */
export interface TableQuestionAnsweringOutputElement extends Extensible {
	/** The answer. */
	answer: string;
	/** Row and column of each cell the answer uses, counted from 0. */
	coordinates: number[][];
	/** Cells the answer was read from. */
	cells: string[];
	/** Operation over the selected cells, such as SUM or AVERAGE. */
	aggregator?: string;
}

/** Output of `table-question-answering`. */
export type TableQuestionAnsweringOutput = TableQuestionAnsweringOutputElement[];

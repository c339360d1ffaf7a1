import texts from "./data/texts/tasks.json" with { type: "json" };
import type { DescribedTask } from "./task-records.ts";

/** The texts of a demo item; its facts are in the record. */
export interface DemoText {
	/** Of a text. */
	content?: string;
	/** Of a text with tokens. */
	text?: string;
	/** Of a chart, in the order of its scores. */
	labels?: string[];
	/** Of a table, without the header. */
	rows?: string[][];
}

/** The prose of one task. */
export interface TaskText {
	summary: string;
	/** Descriptions by id. */
	datasets: Record<string, string>;
	models: Record<string, string>;
	spaces: Record<string, string>;
	metrics: Record<string, string>;
	/** Parallel to the demo items of the record; null if an item needs no text. */
	demo: { inputs: (DemoText | null)[]; outputs: (DemoText | null)[] };
	guide: TaskGuide;
}

/** A short introduction for users of the task. */
export interface TaskGuide {
	useCases: { title: string; text: string }[];
	variants: { title: string; text: string }[];
	/** How models are evaluated. */
	evaluation: string;
	/** A `hub` command line that tries the task. */
	command: string;
}

/** The prose of every task that has a record. */
export const TASK_TEXTS: Record<DescribedTask, TaskText> = texts;

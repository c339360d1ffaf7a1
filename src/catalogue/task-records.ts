import records from "./data/task-records.json" with { type: "json" };
import type { PipelineType, WidgetType } from "./ids.ts";
import { SIGNATURES } from "./signatures.ts";

/** A demo item without its texts: they are in the prose of the task. */
export type DemoFacts =
	| { type: "audio" | "img"; filename: string }
	| { type: "chart"; data: { label: string | null; score: number }[] }
	| { type: "tabular"; header: string[]; bodyRows: number }
	| { type: "text"; label: string; content: string | null }
	| {
			type: "text-with-tokens";
			text: null;
			textLength: number;
			tokens: { type: string; start: number; end: number }[];
	  };

/** The facts of a task's record: what it lists, without descriptions. */
export interface RecordFacts {
	canonicalId?: PipelineType;
	datasets: string[];
	models: string[];
	spaces: string[];
	metrics: string[];
	widgetModels: string[];
	youtubeId?: string;
	demo: { inputs: DemoFacts[]; outputs: DemoFacts[] };
}

/** Tasks without a description. */
type UndescribedTask =
	| "graph-ml"
	| "multiple-choice"
	| "other"
	| "robotics"
	| "table-to-text"
	| "tabular-to-text"
	| "text-retrieval"
	| "text-to-audio"
	| "time-series-forecasting"
	| "voice-activity-detection";

/** Tasks that have a record. */
export type DescribedTask = Exclude<PipelineType, UndescribedTask>;

/** The facts of the records, in their order; null for tasks that have none. */
export const TASK_RECORDS: Record<DescribedTask, RecordFacts> & Record<UndescribedTask, null> =
	records as typeof TASK_RECORDS;

/** Returns the model used for a task if none is named: by default the first recommended one; undefined if there is none. */
export function findDefaultModel(task: WidgetType): string | undefined {
	if (task === "other") return undefined;
	return SIGNATURES[task].defaultModel ?? (task === "conversational" ? undefined : TASK_RECORDS[task]?.models[0]);
}

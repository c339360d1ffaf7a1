import type { PipelineType } from "./ids.ts";
import type { ModelLibraryKey } from "./libraries.ts";

/** A recommended model, dataset, space or metric. */
export interface ExampleRepo {
	id: string;
	/** Describes it and why it is listed. */
	description: string;
}

/** One item of a demo. Files are named relative to the task's folder; a table's first row is its header. */
export type TaskDemoEntry =
	| { type: "audio"; filename: string }
	| { type: "img"; filename: string }
	| { type: "chart"; data: { label: string; score: number }[] }
	| { type: "tabular"; table: string[][] }
	| {
			type: "text";
			/** Empty if the item continues the one before it. */
			label: string;
			content: string;
	  }
	| {
			type: "text-with-tokens";
			text: string;
			/** Parts of the text by offset, `end` exclusive. */
			tokens: { type: string; start: number; end: number }[];
	  };

/** An example of input and output. */
export interface TaskDemo {
	inputs: TaskDemoEntry[];
	outputs: TaskDemoEntry[];
}

/** The description of a task, without the facts that follow from its id. */
export interface TaskDataCustom {
	/** Describes the task in a few sentences. */
	summary: string;
	datasets: ExampleRepo[];
	/** Recommended models; the first is the default. */
	models: ExampleRepo[];
	spaces: ExampleRepo[];
	metrics: ExampleRepo[];
	/** Models whose widget is shown with the task. */
	widgetModels: string[];
	demo: TaskDemo;
	/** Video that explains the task; `""` when there is none. */
	youtubeId?: string;
	/** The broader task it belongs to. */
	canonicalId?: PipelineType;
	/** The task has no description yet. Default: false. */
	isPlaceholder?: boolean;
}

/** The record of a task. */
export interface TaskData extends TaskDataCustom {
	id: PipelineType;
	/** Display name. */
	label: string;
	/** Libraries that can run its models. */
	libraries: readonly ModelLibraryKey[];
}

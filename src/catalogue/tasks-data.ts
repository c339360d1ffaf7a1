import type { PipelineType } from "./ids.ts";
import { PIPELINE_DATA } from "./pipelines.ts";
import type { ExampleRepo, TaskData, TaskDataCustom, TaskDemoEntry } from "./task-data.ts";
import { TASKS_MODEL_LIBRARIES } from "./task-libraries.ts";
import { type DemoFacts, type DescribedTask, type RecordFacts, TASK_RECORDS } from "./task-records.ts";
import { type DemoText, TASK_TEXTS, type TaskGuide, type TaskText } from "./task-texts.ts";

/** The record of each task; undefined for tasks that have none. */
export const TASKS_DATA: Record<PipelineType, TaskData | undefined> = Object.fromEntries(
	Object.entries(TASK_RECORDS).map(([key, facts]) => {
		const id = key as PipelineType;
		return [id, facts ? buildRecord(id, describe(facts, TASK_TEXTS[id as DescribedTask])) : undefined];
	}),
) as Record<PipelineType, TaskData | undefined>;

/** Returns the guide of a task; undefined for tasks that have no record. */
export function findTaskGuide(id: PipelineType): TaskGuide | undefined {
	return TASK_RECORDS[id] ? TASK_TEXTS[id as DescribedTask].guide : undefined;
}

function buildRecord(id: PipelineType, custom: TaskDataCustom): TaskData {
	return { ...custom, id, label: PIPELINE_DATA[id].name, libraries: TASKS_MODEL_LIBRARIES[id] };
}

function describe({ demo, ...facts }: RecordFacts, text: TaskText): TaskDataCustom {
	return {
		...facts,
		isPlaceholder: false,
		summary: text.summary,
		datasets: describeRepos(facts.datasets, text.datasets),
		models: describeRepos(facts.models, text.models),
		spaces: describeRepos(facts.spaces, text.spaces),
		metrics: describeRepos(facts.metrics, text.metrics),
		demo: {
			inputs: demo.inputs.map((item, index) => fillDemo(item, text.demo.inputs[index])),
			outputs: demo.outputs.map((item, index) => fillDemo(item, text.demo.outputs[index])),
		},
	};
}

function describeRepos(ids: string[], descriptions: Record<string, string>): ExampleRepo[] {
	return ids.map((id) => ({ id, description: descriptions[id] ?? "" }));
}

function fillDemo(item: DemoFacts, text: DemoText | null | undefined): TaskDemoEntry {
	switch (item.type) {
		case "text":
			return { ...item, content: item.content ?? text?.content ?? "" };
		case "chart":
			return {
				...item,
				data: item.data.map(({ label, score }, index) => ({ label: label ?? text?.labels?.[index] ?? "", score })),
			};
		case "tabular":
			return { type: item.type, table: [item.header, ...(text?.rows ?? [])] };
		case "text-with-tokens":
			return { type: item.type, text: text?.text ?? "", tokens: item.tokens };
		default:
			return item;
	}
}

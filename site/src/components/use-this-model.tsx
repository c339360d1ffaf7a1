import { PIPELINE_DATA, type PipelineType } from "modelhub/tasks";
import type { FirstModel, SampleButton } from "../islands/props.ts";
import { describeModel, FIRST_SAMPLE, SAMPLE_MODELS } from "../islands/use-model/describe-model.ts";
import type { ModelRecord } from "../page.ts";
import { taskModel } from "../samples/task-model.ts";
import { Island } from "./island.tsx";

const NO_OPTIONS = { provider: "auto", streaming: false, endpoint: "" };

/** The samples, as buttons show them. */
export const SAMPLES: SampleButton[] = SAMPLE_MODELS.map(({ id, what }) => ({ id, what }));

/** Returns the initial content of "Use this model" for a record. */
export function describeFirst(record: ModelRecord): FirstModel {
	return { record, entries: describeModel(record, NO_OPTIONS) };
}

/** The button "Use this model…" of a task, with the first recommended model in front. */
export function UseThisModel({ task }: { task: string }) {
	const record = taskModel(task, PIPELINE_DATA[task as PipelineType]?.modality);
	const initial = describeFirst(record ?? FIRST_SAMPLE);
	const note = record?.inferenceProviderMapping
		? undefined
		: record
			? "Based on the task only. “Load from Hugging Face” fetches the model's own record."
			: "No model is recommended for this task; this is a sample.";
	return <Island name="use-dialog" props={{ initial, samples: SAMPLES, ...(note ? { note } : {}) }} />;
}

import { PIPELINE_DATA } from "modelhub/tasks";
import { describeModel, SAMPLE_MODELS } from "../islands/use-model/describe-model.js";
import { taskModel } from "../samples/task-model.js";
import { Island } from "./island.jsx";

const NO_OPTIONS = { provider: "auto", streaming: false, endpoint: "" };

/** The samples, as buttons show them. */
export const SAMPLES = SAMPLE_MODELS.map(({ id, what }) => ({ id, what }));

/** Returns the initial content of "Use this model" for a record. */
export function describeFirst(record) {
	return { record, entries: describeModel(record, NO_OPTIONS) };
}

/** The button "Use this model…" of a task, with the first recommended model in front. */
export function UseThisModel({ task }) {
	const record = taskModel(task, PIPELINE_DATA[task]?.modality);
	const initial = describeFirst(record ?? SAMPLE_MODELS[0]);
	const note = record
		? "Based on the task only. “Load from the hub” fetches the model's own record."
		: "No model is recommended for this task; this is a sample.";
	return <Island name="use-dialog" props={{ initial, samples: SAMPLES, note }} />;
}

import { loadTaskParameters, type TaskData } from "../../../catalogue/index.ts";
import { findTaskGuide, TASKS_DATA } from "../../../catalogue/tasks-data.ts";
import { EXTRA_TEXTS, type TaskDetails, type TaskEntry } from "./entry.ts";

const NO_RECORD: Pick<TaskData, "models" | "datasets" | "metrics" | "spaces" | "widgetModels" | "demo" | "youtubeId"> =
	{
		models: [],
		datasets: [],
		metrics: [],
		spaces: [],
		widgetModels: [],
		demo: { inputs: [], outputs: [] },
	};

/** All facts about a task. */
export async function loadTaskDetails(entry: TaskEntry): Promise<TaskDetails> {
	const isChat = entry.id === "conversational";
	const record = (entry.id === "conversational" ? undefined : TASKS_DATA[entry.id]) ?? NO_RECORD;
	const guide = entry.id === "conversational" ? undefined : findTaskGuide(entry.id);
	const parameters = await loadTaskParameters(entry.id);
	return {
		...entry,
		// Chat is a way to use the models of text generation.
		models: isChat ? (TASKS_DATA["text-generation"]?.models ?? []) : record.models,
		datasets: record.datasets,
		metrics: record.metrics,
		spaces: record.spaces,
		widgetModels: record.widgetModels,
		demo: record.demo,
		parameters: parameters.map(({ path, type, default: standard = null, isRequired, description }) => ({
			name: path.replace(/^parameters\./, ""),
			type,
			default: standard,
			required: isRequired,
			description,
		})),
		useCases: guide?.useCases ?? [],
		variants: guide?.variants ?? [],
		evaluation: guide?.evaluation ?? null,
		command: guide?.command ?? EXTRA_TEXTS[entry.id]?.command ?? null,
		youtubeId: record.youtubeId || null,
	};
}

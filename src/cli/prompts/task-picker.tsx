import { type ReactNode, useState } from "react";
import { taskName } from "../../catalogue/aliases.ts";
import { COMMON_TASKS } from "../../catalogue/ids.ts";
import { MODALITIES, MODALITY_LABELS } from "../../catalogue/modalities.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { TASK_LIST } from "../commands/tasks/list.prepared.ts";
import type { Choice } from "../ui/list-state.ts";
import { Picker, type PickerEnding } from "../ui/picker.tsx";

/** Lets the user choose a task. */
export function TaskPicker(ending: PickerEnding<InferenceTask>): ReactNode {
	const [choices] = useState(taskChoices);
	return <Picker title="Choose a task" choices={choices} {...ending} />;
}

/**
 * Returns the tasks that have a provider: the most common ones, then all others by modality, each with a description.
 */
function taskChoices(): Choice<InferenceTask>[] {
	const served = TASK_LIST.filter(({ providers }) => providers.length > 0);
	const describe = ({ id, name, aliases, summary }: (typeof served)[number], group: string): Choice<InferenceTask> => ({
		value: id as InferenceTask,
		label: taskName(id),
		aside: firstSentence(summary ?? name),
		words: [id, ...aliases, name],
		group,
	});
	const common = COMMON_TASKS.flatMap((id) => served.filter((task) => task.id === id));
	const others = served.filter((task) => !common.includes(task));
	return [
		...common.map((task) => describe(task, "Most used")),
		...MODALITIES.flatMap((modality) =>
			others.filter((task) => task.modality === modality).map((task) => describe(task, MODALITY_LABELS[modality])),
		),
	];
}

function firstSentence(text: string): string {
	return /^.*?(?=\.\s|\.$|$)/s.exec(text)?.[0] ?? text;
}

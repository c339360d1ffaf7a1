import { type ReactNode, useState } from "react";
import { MODALITIES, MODALITY_LABELS } from "../../catalogue/modalities.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { TASK_LIST } from "../commands/tasks/list.prepared.ts";
import type { Choice } from "../ui/list-state.ts";
import { Picker, type PickerEnding } from "../ui/picker.tsx";

/** A task to choose. */
export function TaskPicker(ending: PickerEnding<InferenceTask>): ReactNode {
	const [choices] = useState(taskChoices);
	return <Picker title="Choose a task" choices={choices} marked="conversational" {...ending} />;
}

/** The tasks that somebody serves, by modality, with their short names. */
function taskChoices(): Choice<InferenceTask>[] {
	return MODALITIES.flatMap((modality) =>
		TASK_LIST.filter((task) => task.modality === modality && task.providers.length > 0).map(
			({ id, name, aliases, summary }) => ({
				value: id as InferenceTask,
				label: id,
				aside: aliases.join(", ") || undefined,
				words: [...aliases, name, summary ?? ""],
				group: MODALITY_LABELS[modality],
			}),
		),
	);
}

import { MODALITIES, MODALITY_LABELS } from "../../catalogue/modalities.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { TASK_LIST } from "../catalogue/task-list.prepared.ts";
import { type Context, Interrupt } from "../context.ts";
import type { Choice } from "./list-state.ts";
import { Picker } from "./picker.tsx";
import { showScreen } from "./screen.tsx";

/** Has the user choose a task; undefined when the user leaves. */
export function pickTask(context: Context): Promise<InferenceTask | undefined> {
	return showScreen<InferenceTask | undefined>(context, ({ finish, fail }) => (
		<Picker
			title="What is to be done?"
			choices={taskChoices()}
			marked="conversational"
			onPick={finish}
			onLeave={() => finish(undefined)}
			onInterrupt={() => fail(new Interrupt("SIGINT"))}
		/>
	));
}

/** The tasks that somebody serves, by modality, with their short names. */
export function taskChoices(): Choice<InferenceTask>[] {
	return MODALITIES.flatMap((modality) =>
		TASK_LIST.filter((task) => task.modality === modality && task.providers.length > 0).map(
			({ id, name, aliases, summary }) => ({
				value: id as InferenceTask,
				label: id,
				aside: aliases.length > 0 ? aliases.join(", ") : undefined,
				words: [...aliases, name, summary ?? ""],
				group: MODALITY_LABELS[modality],
			}),
		),
	);
}

import { type ReactNode, useState } from "react";
import { taskName } from "../../catalogue/aliases.ts";
import { COMMON_TASKS } from "../../catalogue/ids.ts";
import { MODALITIES, MODALITY_LABELS } from "../../catalogue/modalities.ts";
import type { HubOptions } from "../../hub/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { TASK_LIST } from "../lists/tasks.prepared.ts";
import { connectHub } from "../network/hub.ts";
import type { GlobalOptions } from "../options/global-flags.ts";
import { Interrupt } from "../terminal/process-io.ts";
import type { Choice } from "../ui/list.ts";
import { Picker, type PickerEnding } from "../ui/picker.tsx";
import { showScreen, withNotes } from "../ui/screen.tsx";
import { ModelPicker } from "./model-picker.tsx";
import { ProviderPicker } from "./provider-picker.tsx";

/** Lets the user choose a task. */
export function pickTask(context: Context): Promise<InferenceTask> {
	return pick<InferenceTask>(context, (ending) => <TaskPicker {...ending} />);
}

/** Lets the user choose a model for a task. */
export function pickModel(
	{ task, provider, ...options }: GlobalOptions & { task: InferenceTask; provider?: string | undefined },
	context: Context,
): Promise<string> {
	const hub = openHub(options, provider, context);
	return pick<string>(context, (ending) => (
		<ModelPicker task={task} provider={provider} hub={hub} context={context} {...ending} />
	));
}

/** Lets the user choose the provider of a model. */
export function pickProvider(
	{ model, task, ...options }: GlobalOptions & { model: string; task?: InferenceTask | undefined },
	context: Context,
): Promise<string> {
	const hub = openHub(options, undefined, context);
	return pick<string>(context, (ending) => (
		<ProviderPicker model={model} task={task} hub={hub} context={context} {...ending} />
	));
}

/** Without a choice the command has done nothing: leaving interrupts it. */
function pick<Value>(context: Context, build: (ending: PickerEnding<Value>) => ReactNode): Promise<Value> {
	return showScreen<Value>(context, ({ finish, fail }) =>
		build({ onPick: finish, onLeave: () => fail(new Interrupt("SIGINT")) }),
	);
}

/** Returns the connection to the hub, opened when it is first needed and then kept. */
function openHub(options: GlobalOptions, provider: string | undefined, context: Context): () => Promise<HubOptions> {
	let connection: ReturnType<typeof connectHub> | undefined;
	const sandbox = Boolean(options.sandbox) || provider === "sandbox" || context.env["HUB_PROVIDER"] === "sandbox";
	return async () => {
		connection ??= connectHub({ ...options, sandbox }, withNotes(context));
		return (await connection).hub;
	};
}

/** Lets the user choose a task. */
function TaskPicker(ending: PickerEnding<InferenceTask>): ReactNode {
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

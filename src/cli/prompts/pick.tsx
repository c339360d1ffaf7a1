import { type ReactNode, useCallback, useMemo, useState } from "react";
import { taskName } from "../../catalogue/aliases.ts";
import { COMMON_TASKS } from "../../catalogue/ids.ts";
import { MODALITIES, MODALITY_LABELS } from "../../catalogue/modalities.ts";
import { findDefaultModel, TASK_MODELS } from "../../catalogue/task-models.ts";
import { fetchMapping, type HubOptions, type InferenceProviderMappingEntry } from "../../hub/index.ts";
import { AUTO } from "../../inference/build-request.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { INFERENCE_PROVIDERS } from "../../inference/providers/index.ts";
import { findProvider } from "../../inference/providers/registry.ts";
import { type FoundModel, findModels } from "../call-target/find-models.ts";
import type { Context } from "../context.ts";
import { describeError } from "../errors/report.ts";
import { TASK_LIST } from "../lists/tasks.ts";
import { connectHub } from "../network/hub.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { isLocalName } from "../options/provider.ts";
import type { Choice } from "../ui/list.ts";
import { type Loaded, Picker, type PickerEnding, pick, useLoaded, useSpinner } from "../ui/picker.tsx";
import { withNotes } from "../ui/screen.tsx";

export function pickTask(context: Context): Promise<InferenceTask> {
	const choices = taskChoices();
	return pick(context, (ending) => <Picker title="Choose a task" choices={choices} {...ending} />);
}

export function pickModel(
	{ task, provider, ...options }: GlobalOptions & { task: InferenceTask; provider?: string | undefined },
	context: Context,
): Promise<string> {
	const hub = openHub(options, context);
	return pick<string>(context, (ending) => (
		<ModelPicker task={task} provider={provider} hub={hub} context={context} {...ending} />
	));
}

export function pickProvider(
	{ model, task, ...options }: GlobalOptions & { model: string; task?: InferenceTask | undefined },
	context: Context,
): Promise<string> {
	const hub = openHub(options, context);
	return pick<string>(context, (ending) => (
		<ProviderPicker model={model} task={task} hub={hub} context={context} {...ending} />
	));
}

/** Returns the connection to Hugging Face, opened when it is first needed and then kept. */
function openHub(options: GlobalOptions, context: Context): () => Promise<HubOptions> {
	let connection: ReturnType<typeof connectHub> | undefined;
	return async () => {
		connection ??= connectHub(options, withNotes(context));
		return (await connection).hub;
	};
}

/** Returns the tasks that have a provider: the most common ones, then all others by modality. */
function taskChoices(): Choice<InferenceTask>[] {
	const served = TASK_LIST.filter(({ providers }) => providers.length > 0);
	const describe = ({ id, name, aliases, summary }: (typeof served)[number], group: string): Choice<InferenceTask> => ({
		value: id as InferenceTask,
		label: taskName(id),
		aside: /^.*?(?=\.\s|\.$|$)/s.exec(summary ?? name)?.[0] ?? name,
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

interface HubPickerProps extends PickerEnding<string> {
	/** Connects to Hugging Face; it may take a moment. */
	hub: () => Promise<HubOptions>;
	context: Context;
}

interface ModelPickerProps extends HubPickerProps {
	task: InferenceTask;
	/** Only models this provider serves. */
	provider?: string | undefined;
}

/** Pause in typing before Hugging Face is searched, in milliseconds. */
const PAUSE = 250;

/** Lets the user choose a model: recommendations of the catalogue, and search results of Hugging Face. */
export function ModelPicker({ task, provider, hub, context, ...ending }: ModelPickerProps): ReactNode {
	const [query, setQuery] = useState("");
	const search = useCallback(
		async (signal: AbortSignal) => await findModels({ task, provider, query }, hub, context, signal),
		[task, provider, query, hub, context],
	);
	const { isLoading, value: found, error } = useLoaded(search, query === "" ? 0 : PAUSE);
	const spinner = useSpinner(isLoading);
	const isLocal = isLocalName(provider);
	const choices = useMemo(() => modelChoices(task, found ?? [], query, isLocal), [task, found, query, isLocal]);
	const searching = isLoading ? `${spinner} Searching ${isLocal ? "this machine" : "Hugging Face"}` : undefined;
	const note = error === undefined ? searching : `${describeError(error, context).message} You can still type an id.`;
	return (
		<Picker
			title={`Which model for ${taskName(task)}?`}
			choices={choices}
			note={note ?? " "}
			onQuery={setQuery}
			{...ending}
		/>
	);
}

function modelChoices(
	task: InferenceTask,
	found: readonly FoundModel[],
	query: string,
	isLocal: boolean,
): Choice<string>[] {
	const first = findDefaultModel(task);
	const known = TASK_MODELS[task === "conversational" ? "text-generation" : task] ?? [];
	const recommended = isLocal ? [] : [...new Set([...(first ? [first] : []), ...known])];
	const others = found.filter(({ id }) => !recommended.includes(id));
	const typed = query.trim();
	const listed = [...recommended, ...others.map(({ id }) => id)];
	// Few models have no owner: such a word counts as an id only if the search finds nothing.
	const findsNothing = !listed.some((id) => id.toLowerCase().includes(typed.toLowerCase()));
	const form = findsNothing ? /^[\w.-]+(?:\/[\w.-]+)?(?::[\w-]+)?$/ : /^[\w.-]+\/[\w.-]+(?::[\w-]+)?$/;
	const isId = form.test(typed) && !listed.includes(typed);
	const row = (id: string, group: string, aside?: string): Choice<string> => ({ value: id, label: id, aside, group });
	return [
		...recommended.map((id) => row(id, "Recommended", id === first ? "default" : undefined)),
		...others.map(({ id, aside }) => row(id, isLocal ? "On this machine" : "On Hugging Face", aside)),
		...(isId ? [row(typed, "By its id", "as typed")] : []),
	];
}

interface ProviderPickerProps extends HubPickerProps {
	model: string;
	/** Undefined if it is the model's own. */
	task: InferenceTask | undefined;
}

/** Lets the user choose a provider of the model, with status, task and its model id. */
export function ProviderPicker({ model, task, hub, context, ...ending }: ProviderPickerProps): ReactNode {
	const mapping = useLoaded(
		useCallback(async (signal: AbortSignal) => await fetchMapping(model, { ...(await hub()), signal }), [model, hub]),
	);
	const spinner = useSpinner(mapping.isLoading);
	const choices = useMemo(() => providerChoices(mapping, task), [mapping, task]);
	return (
		<Picker
			title={`Which provider runs ${model}?`}
			choices={choices}
			message={mapping.isLoading ? `${spinner} Looking up its providers on Hugging Face` : undefined}
			note={describeState(mapping, choices.length, model, context)}
			{...ending}
		/>
	);
}

function describeState(
	{ value: entries, error }: Loaded<unknown>,
	count: number,
	model: string,
	context: Context,
): string | undefined {
	if (error !== undefined) {
		const { message } = describeError(error, context);
		return `${message} Listed are the providers of the task; whether they serve this model is not known.`;
	}
	return entries !== undefined && count === 1 ? `No provider serves ${model} now.` : undefined;
}

function providerChoices(
	{ isLoading, value: mapping = [], error }: Loaded<readonly InferenceProviderMappingEntry[]>,
	task: InferenceTask | undefined,
): Choice<string>[] {
	const auto: Choice<string> = {
		value: AUTO,
		label: AUTO,
		aside: "Hugging Face chooses, in the order of your settings",
	};
	if (isLoading) return [];
	if (error !== undefined) {
		const known = TASK_LIST.find(({ id }) => id === task)?.providers ?? INFERENCE_PROVIDERS;
		return [auto, ...known.map((id) => ({ value: id, label: id, aside: "not checked" }))];
	}
	const rank = (entry: InferenceProviderMappingEntry): number =>
		(task === undefined || entry.task === task ? 0 : 2) + (entry.status === "live" ? 0 : 1);
	const entries = mapping.filter(({ provider }) => findProvider(provider)).sort((a, b) => rank(a) - rank(b));
	const choices = entries.map(({ provider, status, task, providerId }) => {
		return { value: provider, label: provider, aside: [status, task, providerId].join(" · ") };
	});
	return [auto, ...choices];
}

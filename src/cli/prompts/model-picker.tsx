import { type ReactNode, useEffect, useMemo, useState } from "react";
import { taskName } from "../../catalogue/aliases.ts";
import { findDefaultModel, TASK_RECORDS } from "../../catalogue/task-records.ts";
import type { HubOptions } from "../../hub/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { describeError } from "../errors/report.ts";
import { isLocalName } from "../options/provider.ts";
import { type FoundModel, findModels, type ModelSearch } from "../target/find-models.ts";
import type { Choice } from "../ui/list.ts";
import { Picker, type PickerEnding, useSpinner } from "../ui/picker.tsx";

export interface ModelPickerProps extends PickerEnding<string> {
	task: InferenceTask;
	/** Only models this provider serves. */
	provider?: string | undefined;
	/** Connects to the hub; it may take a moment. */
	hub: () => Promise<HubOptions>;
	context: Context;
}

/** Pause in typing before the hub is searched, in milliseconds. */
const PAUSE = 250;

/** Lets the user choose a model: recommendations of the catalogue, and search results of the hub. */
export function ModelPicker({ task, provider, hub, context, ...ending }: ModelPickerProps): ReactNode {
	const [query, setQuery] = useState("");
	const { found, isLoading, problem } = useSearch({ task, provider, query }, hub, context);
	const spinner = useSpinner(isLoading);
	const isLocal = isLocalName(provider);
	const choices = useMemo(() => modelChoices(task, found, query, isLocal), [task, found, query, isLocal]);
	const searching = isLoading ? `${spinner} Searching ${isLocal ? "this machine" : "the hub"}` : undefined;
	const note = problem === undefined ? searching : `${problem} You can still type an id.`;
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

function useSearch(
	{ task, provider, query }: ModelSearch,
	hub: () => Promise<HubOptions>,
	context: Context,
): { found: readonly FoundModel[]; isLoading: boolean; problem: string | undefined } {
	const [state, setState] = useState<{
		found: readonly FoundModel[];
		isLoading: boolean;
		problem: string | undefined;
	}>({
		found: [],
		isLoading: true,
		problem: undefined,
	});
	useEffect(() => {
		const controller = new AbortController();
		const search = async (): Promise<void> => {
			setState((current) => ({ ...current, isLoading: true }));
			try {
				const found = await findModels({ task, provider, query }, hub, context, controller.signal);
				if (!controller.signal.aborted) setState({ found, isLoading: false, problem: undefined });
			} catch (error) {
				if (controller.signal.aborted) return;
				setState({ found: [], isLoading: false, problem: describeError(error, context).message });
			}
		};
		const timer = setTimeout(() => void search(), query === "" ? 0 : PAUSE);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [task, provider, query, hub, context]);
	return state;
}

function modelChoices(
	task: InferenceTask,
	found: readonly FoundModel[],
	query: string,
	isLocal: boolean,
): Choice<string>[] {
	const first = isLocal ? undefined : findDefaultModel(task);
	const key = task === "conversational" ? "text-generation" : task;
	const known = isLocal ? [] : (TASK_RECORDS[key]?.models ?? []);
	const recommended = [...new Set([...(first ? [first] : []), ...known])];
	const others = found.filter(({ id }) => !recommended.includes(id));
	const typed = query.trim();
	const listed = [...recommended, ...others.map(({ id }) => id)];
	// Few models have no owner: such a word counts as an id only if the search finds nothing.
	const findsNothing = !listed.some((id) => id.toLowerCase().includes(typed.toLowerCase()));
	const form = findsNothing ? /^[\w.-]+(?:\/[\w.-]+)?(?::[\w-]+)?$/ : /^[\w.-]+\/[\w.-]+(?::[\w-]+)?$/;
	const isId = form.test(typed) && !listed.includes(typed);
	return [
		...recommended.map((id) => ({
			value: id,
			label: id,
			aside: id === first ? "default" : undefined,
			group: "Recommended",
		})),
		...others.map(({ id, aside }) => ({
			value: id,
			label: id,
			aside,
			group: isLocal ? "On this machine" : "On the hub",
		})),
		...(isId ? [{ value: typed, label: typed, aside: "as typed", group: "By its id" }] : []),
	];
}

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { fetchMapping, type HubOptions, type InferenceProviderMappingEntry } from "../../hub/index.ts";
import { AUTO } from "../../inference/build-request.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { INFERENCE_PROVIDERS } from "../../inference/providers/index.ts";
import { findProvider } from "../../inference/registry.ts";
import type { Context } from "../context.ts";
import { describeError } from "../errors/report.ts";
import { TASK_LIST } from "../lists/tasks.prepared.ts";
import type { Choice } from "../ui/list.ts";
import { Picker, type PickerEnding, useSpinner } from "../ui/picker.tsx";

export interface ProviderPickerProps extends PickerEnding<string> {
	model: string;
	/** Undefined if it is the model's own. */
	task: InferenceTask | undefined;
	/** Connects to the hub; it may take a moment. */
	hub: () => Promise<HubOptions>;
	context: Context;
}

type Mapping =
	| { state: "loading" }
	| { state: "known"; entries: readonly InferenceProviderMappingEntry[] }
	| { state: "failed"; problem: string };

/** Lets the user choose a provider of the model, with status, task and its model id. */
export function ProviderPicker({ model, task, hub, context, ...ending }: ProviderPickerProps): ReactNode {
	const mapping = useMapping(model, hub, context);
	const spinner = useSpinner(mapping.state === "loading");
	const choices = useMemo(() => providerChoices(mapping, task), [mapping, task]);
	return (
		<Picker
			title={`Which provider runs ${model}?`}
			choices={choices}
			message={mapping.state === "loading" ? `${spinner} Asking the hub who serves it` : undefined}
			note={describeState(mapping, choices.length, model)}
			{...ending}
		/>
	);
}

function useMapping(model: string, hub: () => Promise<HubOptions>, context: Context): Mapping {
	const [mapping, setMapping] = useState<Mapping>({ state: "loading" });
	useEffect(() => {
		const controller = new AbortController();
		const load = async (): Promise<void> => {
			try {
				const entries = await fetchMapping(model, { ...(await hub()), signal: controller.signal });
				if (!controller.signal.aborted) setMapping({ state: "known", entries });
			} catch (error) {
				if (!controller.signal.aborted) setMapping({ state: "failed", problem: describeError(error, context).message });
			}
		};
		void load();
		return () => controller.abort();
	}, [model, hub, context]);
	return mapping;
}

function describeState(mapping: Mapping, count: number, model: string): string | undefined {
	if (mapping.state === "failed") {
		return `${mapping.problem} Listed are the providers of the task; whether they serve this model is not known.`;
	}
	return mapping.state === "known" && count === 1 ? `No provider serves ${model} now.` : undefined;
}

function providerChoices(mapping: Mapping, task: InferenceTask | undefined): Choice<string>[] {
	const auto: Choice<string> = { value: AUTO, label: AUTO, aside: "the hub chooses, in the order of your settings" };
	if (mapping.state === "loading") return [];
	if (mapping.state === "failed") {
		const known = TASK_LIST.find(({ id }) => id === task)?.providers ?? INFERENCE_PROVIDERS;
		return [auto, ...known.map((id) => ({ value: id, label: id, aside: "not checked" }))];
	}
	const rank = (entry: InferenceProviderMappingEntry): number =>
		(task === undefined || entry.task === task ? 0 : 2) + (entry.status === "live" ? 0 : 1);
	const entries = mapping.entries.filter(({ provider }) => findProvider(provider));
	return [
		auto,
		...entries
			.toSorted((a, b) => rank(a) - rank(b))
			.map((entry) => ({
				value: entry.provider,
				label: entry.provider,
				aside: [entry.status, entry.task, entry.providerId].join(" · "),
			})),
	];
}

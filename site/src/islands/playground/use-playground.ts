import { useEffect, useRef, useState } from "react";
import { type CallTask, type FormValues, fileOf, knownModel } from "../../call-task.ts";
import { decodeState, encodeState } from "../parts/share.ts";

interface Choice {
	task: CallTask;
	values: FormValues;
	provider: string;
	model: string;
	isSandbox: boolean;
}

/**
 * The state of the playground: `task` (facts), `values`, `provider`, `model`, and `change(changes)`. The hash of a
 * link is read when the page has loaded.
 */
export function usePlayground(tasks: readonly CallTask[], first: CallTask) {
	const [choice, setChoice] = useState<Choice>(() => begin(first));
	useEffect(() => {
		const read = async () => {
			const shared = await decodeState(location.hash.slice(1));
			const task = shared && tasks.find(({ id }) => id === shared["task"]);
			if (task) setChoice(restore(task, shared));
		};
		void read();
		addEventListener("hashchange", read);
		return () => removeEventListener("hashchange", read);
	}, [tasks]);

	const chooseTask = (id: string) => {
		setChoice(({ isSandbox }) => ({ ...begin(tasks.find((candidate) => candidate.id === id) ?? first), isSandbox }));
	};
	const chooseProvider = (provider: string) => {
		setChoice((before) => {
			const isDefault = before.model === (knownModel(before.task, before.provider) ?? "");
			return { ...before, provider, model: isDefault ? (knownModel(before.task, provider) ?? "") : before.model };
		});
	};
	const change = (changes: Partial<Choice>) => setChoice((before) => ({ ...before, ...changes }));
	return { ...choice, chooseTask, chooseProvider, change };
}

function begin(task: CallTask): Choice {
	return { task, values: task.example, provider: "auto", model: task.model ?? "", isSandbox: true };
}

/** Milliseconds after the last change until the address follows. */
const KEEP_AFTER = 400;

/** Keeps a state in the hash of the address once it has changed. @returns a function that does it at once */
export function useKeep(state: object): () => Promise<void> {
	const text = JSON.stringify(state);
	const kept = useRef(text);
	const keep = async () => {
		kept.current = text;
		history.replaceState(null, "", `#${await encodeState(state)}`);
	};
	const latest = useRef(keep);
	latest.current = keep;
	useEffect(() => {
		if (text === kept.current) return undefined;
		const timer = setTimeout(() => void latest.current(), KEEP_AFTER);
		return () => clearTimeout(timer);
	}, [text]);
	return keep;
}

/** Only texts and names of samples are taken from a link. */
function restore(task: CallTask, { provider, model, values, ownToken }: Record<string, unknown>): Choice {
	const isText = (value: unknown) => typeof value === "string";
	const given = values !== null && typeof values === "object" ? (values as FormValues) : {};
	const known = Object.entries(given).filter(([name, value]) => {
		if (name === "parameters") return value !== null && typeof value === "object" && Object.values(value).every(isText);
		return isText(value) || isText(fileOf(value)?.sample);
	});
	return {
		task,
		values: { ...task.example, ...Object.fromEntries(known) },
		provider: task.providers.find(({ id }) => id === provider)?.id ?? "auto",
		model: typeof model === "string" ? model : (task.model ?? ""),
		isSandbox: ownToken !== true,
	};
}

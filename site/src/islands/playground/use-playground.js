import { useEffect, useState } from "react";
import { decodeState } from "../parts/share.js";

/**
 * The state of the playground: `task` (facts), `values`, `provider`, `model`, and `change(changes)`. The hash of a
 * link is read when the page has loaded.
 */
export function usePlayground(tasks) {
	const [choice, setChoice] = useState(() => begin(tasks[0]));
	useEffect(() => {
		const read = async () => {
			const shared = await decodeState(location.hash.slice(1));
			const task = shared && tasks.find(({ id }) => id === shared.task);
			if (task) setChoice(restore(task, shared));
		};
		read();
		addEventListener("hashchange", read);
		return () => removeEventListener("hashchange", read);
	}, [tasks]);

	const chooseTask = (id) => {
		const task = tasks.find((candidate) => candidate.id === id);
		setChoice(begin(task));
	};
	const chooseProvider = (provider) => {
		setChoice((before) => {
			const isDefault = before.model === modelOf(before.task, before.provider);
			return { ...before, provider, model: isDefault ? modelOf(before.task, provider) : before.model };
		});
	};
	const change = (changes) => setChoice((before) => ({ ...before, ...changes }));
	return { ...choice, chooseTask, chooseProvider, change };
}

function begin(task) {
	return { task, values: task.example, provider: "auto", model: task.model };
}

/** Only texts and names of samples are taken from a link. */
function restore(task, { provider, model, values = {} }) {
	const isText = (value) => typeof value === "string";
	const known = Object.entries(values).filter(([name, value]) => {
		if (name === "parameters") return value !== null && typeof value === "object" && Object.values(value).every(isText);
		return isText(value) || isText(value?.sample);
	});
	return {
		task,
		values: { ...task.example, ...Object.fromEntries(known) },
		provider: task.providers.some(({ id }) => id === provider) ? provider : "auto",
		model: isText(model) ? model : task.model,
	};
}

function modelOf(task, provider) {
	return task.providers.find(({ id }) => id === provider)?.model ?? task.model;
}

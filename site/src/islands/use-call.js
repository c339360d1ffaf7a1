import { useEffect, useRef, useState } from "react";
import { readFiles } from "./form/read-files.js";
import { toArgs } from "./form/to-args.js";

/**
 * Calls a model from a form.
 * @returns `state`: `{status: "idle" | "running" | "done" | "failed", text, events, result, error, input}`; `run(call)`
 * with `task`, `values`, `provider`, `model`, `token`, `extra` (further arguments); `stop()`; `reset()` forgets the answer
 */
export function useCall() {
	const [state, setState] = useState({ status: "idle" });
	const current = useRef(null);
	const stop = () => current.current?.abort();
	const reset = () => {
		stop();
		current.current = null;
		setState({ status: "idle" });
	};
	// Unmounting the component cancels the call.
	useEffect(() => () => current.current?.abort(), []);

	const run = async ({ task, values, provider, model, token, extra }) => {
		stop();
		const controller = new AbortController();
		current.current = controller;
		const update = (change) => {
			if (current.current === controller) setState((before) => ({ ...before, ...change(before) }));
		};
		setState({ status: "running", text: "", events: [] });
		try {
			const [{ callModel }, { find }] = await Promise.all([import("../call.js"), readFiles(task, values)]);
			const args = { ...toArgs(task, values, find), ...extra };
			const input = { ...args.inputs, text: values.text, file: args.inputs instanceof Blob ? args.inputs : undefined };
			update(() => ({ input }));
			const result = await callModel(
				{ task, args, provider, model, token },
				{
					signal: controller.signal,
					text: (piece) => update(({ text }) => ({ text: text + piece })),
					event: (event) => update(({ events }) => ({ events: [...events, event] })),
				},
			);
			update(() => ({ status: "done", result }));
		} catch (error) {
			update(() => ({ status: "failed", error: controller.signal.aborted ? "Stopped." : explain(error) }));
		}
	};
	return { state, run, stop, reset };
}

/** Describes an error; a browser's own messages about network failures say little. */
function explain(error) {
	if (error instanceof TypeError && /fetch/i.test(error.message))
		return "No connection: the service cannot be reached.";
	return error.message || String(error);
}

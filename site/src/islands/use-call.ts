import { useEffect, useRef, useState } from "react";
import type { CallEvent, CallResult } from "../call.ts";
import { type CallState, messageOf, textOf } from "../call-task.ts";
import { readFiles } from "./form/read-files.ts";
import { toArgs } from "./form/to-args.ts";

/** What views of an answer show of its input. */
export interface CallInput {
	text?: string;
	file?: Blob | undefined;
	sentences?: string[];
}

/** How far a call is. */
export interface CallProgress {
	status: "idle" | "running" | "done" | "failed";
	/** What has been streamed. */
	text?: string;
	events?: CallEvent[];
	result?: CallResult;
	/** For users. */
	error?: string;
	input?: CallInput;
}

/** Calls a model from a form; `reset` forgets the answer. */
export function useCall() {
	const [state, setState] = useState<CallProgress>({ status: "idle" });
	const current = useRef<AbortController>(null);
	const stop = () => current.current?.abort();
	const reset = () => {
		stop();
		current.current = null;
		setState({ status: "idle" });
	};
	// Unmounting the component cancels the call.
	useEffect(() => () => current.current?.abort(), []);

	const run = async ({ task, values, provider, model, token, extra }: CallState & { token?: string | undefined }) => {
		stop();
		const controller = new AbortController();
		current.current = controller;
		const update = (change: (before: CallProgress) => Partial<CallProgress>) => {
			if (current.current === controller) setState((before) => ({ ...before, ...change(before) }));
		};
		setState({ status: "running", text: "", events: [] });
		try {
			const [{ callModel }, { find }] = await Promise.all([import("../call.ts"), readFiles(task, values)]);
			const args = { ...toArgs(task, values, find), ...extra };
			const { inputs } = args as { inputs?: object };
			const file = inputs instanceof Blob ? inputs : undefined;
			const input: CallInput = { ...(file ? {} : inputs), text: textOf(values["text"]), file };
			update(() => ({ input }));
			const result = await callModel(
				{ task, args, provider, model, token },
				{
					signal: controller.signal,
					text: (piece) => update(({ text }) => ({ text: (text ?? "") + piece })),
					event: (event) => update(({ events }) => ({ events: [...(events ?? []), event] })),
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
function explain(error: unknown): string {
	if (error instanceof TypeError && /fetch/i.test(error.message))
		return "No connection: the service cannot be reached.";
	return messageOf(error) || String(error);
}

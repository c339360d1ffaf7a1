import type { CallTask, FormValues } from "../call-task.ts";
import { CALLS } from "../islands/calls.ts";
import { writeCommand } from "../islands/code/command.ts";
import { showArgs } from "../islands/code/show-args.ts";
import { Island } from "./island.tsx";

interface Choice {
	/** Fields that differ from the task's example. */
	values?: FormValues | undefined;
	provider?: string | undefined;
	model?: string | undefined;
}

interface Props extends Choice {
	/** Id of a task. */
	task: string;
	/** Distinguishes it from other boxes on the page. */
	name?: string | undefined;
}

/** A box that runs a task in the page; if no provider serves the task, a sentence says so. */
export function RunIt({ task: id, name, values, provider, model }: Props) {
	const task = CALLS[id];
	if (!task) {
		return (
			<p className="not-served">
				No provider serves this task today, so there is nothing to call. Models for it can be loaded with a library.
			</p>
		);
	}
	return (
		<Island
			name="run-it"
			props={{ tasks: [task], name, initial: { values, provider, model } }}
			markdown={commandOf(task, { values, provider, model })}
		/>
	);
}

/** The call as a command, for the Markdown twin. */
function commandOf(task: CallTask, { values, provider, model }: Choice): string {
	const call = {
		task,
		values: { ...task.example, ...values },
		provider: provider ?? task.providers[0]?.id ?? "auto",
		model: model ?? task.model,
		sandbox: true,
	};
	return writeCommand({ ...call, args: showArgs(call) });
}

import { CALLS } from "../islands/calls.js";
import { writeCommand } from "../islands/code/command.js";
import { showArgs } from "../islands/code/show-args.js";
import { Island } from "./island.jsx";

/**
 * A box that runs a task in the page; if no provider serves the task, a sentence says so.
 * @param task id of a task
 * @param name distinguishes it from other boxes on the page
 * @param values fields that differ from the task's example
 * @param provider, model in place of the usual ones
 */
export function RunIt({ task: id, name, values, provider, model }) {
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
function commandOf(task, { values, provider, model }) {
	const call = {
		task,
		values: { ...task.example, ...values },
		provider: provider ?? task.providers[0].id,
		model: model ?? task.model,
		sandbox: true,
	};
	return writeCommand({ ...call, args: showArgs(call) });
}

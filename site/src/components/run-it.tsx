import { type CallTask, type FormValues, firstProvider, knownModel } from "../call-task.ts";
import { CALLS } from "../islands/calls.ts";
import { writeCommand } from "../islands/code/command.ts";
import { writeJavascript } from "../islands/code/javascript.ts";
import { showArgs } from "../islands/code/show-args.ts";
import { Code } from "./code.tsx";
import { Island } from "./island.tsx";

interface Choice {
	/** Fields that differ from the task's example. */
	values?: FormValues | undefined;
	provider?: string | undefined;
	model?: string | undefined;
}

interface Props extends Choice {
	/** Id of a task, if there is one only. */
	task?: string;
	/** Several to choose from. */
	tasks?: CallTask[];
	/** Distinguishes it from other boxes on the page. */
	name?: string | undefined;
}

/** A box that runs a task in the page; if no provider serves the task, a sentence says so. */
export function RunIt({ task: id = "conversational", tasks, name, values, provider, model }: Props) {
	const task = tasks?.[0] ?? CALLS[id];
	if (!task) {
		return (
			<p className="not-served">
				No provider serves this task today, so there is nothing to call. Models for it can be loaded with a library.
			</p>
		);
	}
	const code = codeOf(task, { values, provider, model });
	return (
		<Island
			name="run-it"
			props={{ tasks: tasks ?? [task], name, initial: { values, provider, model } }}
			markdown={code.command}
			fallback={
				<>
					<Code language="sh">{code.command}</Code>
					{code.program && <Code language="typescript">{code.program}</Code>}
				</>
			}
		/>
	);
}

/** The call as code, for the Markdown twin and for readers without JavaScript. */
function codeOf(task: CallTask, { values, provider, model }: Choice): { command: string; program?: string } {
	const chosen = provider ?? firstProvider(task);
	const call = {
		task,
		values: { ...task.example, ...values },
		provider: chosen,
		model: model ?? knownModel(task, chosen),
		sandbox: true,
	};
	const shown = { ...call, args: showArgs(call) };
	// A model that fails on purpose is one of the sandbox alone.
	const isMadeUp = call.model?.startsWith("sandbox/");
	return { command: writeCommand(shown), ...(isMadeUp ? {} : { program: writeJavascript(shown) }) };
}

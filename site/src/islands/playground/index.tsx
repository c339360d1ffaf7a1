import { type FormEvent, useState } from "react";
import type { CallResult } from "../../call.ts";
import { ANY_MODEL, type CallTask, sandboxModelOf } from "../../call-task.ts";
import { Answer } from "../answer/answer.tsx";
import { CallCode } from "../code/call-code.tsx";
import { TaskForm } from "../form/task-form.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Live } from "../parts/live.tsx";
import { shareable } from "../parts/share.ts";
import type { IslandProps } from "../props.ts";
import { useCall } from "../use-call.ts";
import { EventList } from "./event-list.tsx";
import { RequestView } from "./request-view.tsx";
import { TokenChoice } from "./token-choice.tsx";
import { useKeep, usePlayground } from "./use-playground.ts";

/** Requests the number of tokens at the end of a stream. */
const WITH_USAGE = { stream_options: { include_usage: true } };

/** Any task, on the sandbox or with the user's own token. */
export default function Playground({ tasks }: IslandProps["playground"]) {
	const [first] = tasks;
	return first && <Workbench tasks={tasks} first={first} />;
}

function Workbench({ tasks, first }: IslandProps["playground"] & { first: CallTask }) {
	const { task, values, provider, model, isSandbox, chooseTask, chooseProvider, change } = usePlayground(tasks, first);
	const setSandbox = (chosen: boolean) => change({ isSandbox: chosen });
	const [token, setToken] = useState("");
	const { state, run, stop, reset } = useCall();
	const isRunning = state.status === "running";
	const providers = [{ value: "auto", label: "Auto: Hugging Face chooses" }, ...task.providers.map(toOption)];
	const call = {
		task,
		values,
		provider,
		model,
		sandbox: isSandbox,
		direct: !isSandbox && token !== "" && !token.startsWith("hf_"),
		extra: task.task === "conversational" ? WITH_USAGE : undefined,
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (isRunning) stop();
		else if (isSandbox) void run({ ...call, model: sandboxModelOf(call) });
		else void run({ ...call, token: token.trim() });
	};
	// The address holds what is chosen, so that it survives a reload; never the token.
	const keep = useKeep(shareable({ task: task.id, provider, model, values }));
	const copyLink = async () => {
		await keep();
		return location.href;
	};

	return (
		<Live>
			<div className="playground">
				<form onSubmit={submit}>
					<SelectField
						label="Task"
						value={task.id}
						options={tasks.map(toOption)}
						onChange={(id) => {
							reset();
							chooseTask(id);
						}}
					/>
					<SelectField label="Provider" value={provider} options={providers} onChange={chooseProvider} />
					<TextField
						label="Model"
						value={model ?? ""}
						placeholder={provider === "auto" ? "Hugging Face's choice" : ANY_MODEL}
						hint={model || provider === "auto" ? undefined : modelHint(task, provider, isSandbox)}
						spellCheck={false}
						onChange={(value) => change({ model: value })}
					/>
					<TaskForm
						key={task.id}
						task={task}
						values={values}
						mainLabel="Input"
						onChange={(changed) => change({ values: changed })}
					/>
					<TokenChoice {...{ isSandbox, setSandbox, setToken }} />
					<div className="run-line">
						<button
							type="submit"
							className="primary"
							disabled={!isSandbox && (token.trim() === "" || (provider !== "auto" && !model))}
						>
							{isRunning ? "Stop" : "Run"}
						</button>
						<CopyButton text={copyLink} label="Copy link" className="plain" />
					</div>
				</form>
				<div className="results">
					<p className="region-title">Answer</p>
					<Answer state={state} task={task} />
					{state.result && <Measures {...state.result} />}
					<p className="region-title">Request</p>
					<RequestView events={state.events} token={isSandbox ? undefined : token.trim()} call={call} />
					<p className="region-title">Events</p>
					<EventList events={state.events} />
					<p className="region-title">Code</p>
					<section aria-label="Code">
						<CallCode call={call} />
					</section>
				</div>
			</div>
		</Live>
	);
}

/** Where the page knows no model of a provider. */
function modelHint(task: CallTask, provider: string, isSandbox: boolean): string {
	const list = `hub models --provider ${provider} --task ${task.task}`;
	return isSandbox ? `The sandbox takes one of its own. For real ones: ${list}` : `Write one that it serves: ${list}`;
}

/** Times, tokens and cost of a call, as far as they are known. */
function Measures({ usage, cost, times }: CallResult) {
	const facts = [
		times.first !== undefined && `first chunk ${Math.round(times.first)} ms`,
		`total ${Math.round(times.total)} ms`,
		usage && `${usage.prompt_tokens} tokens in, ${usage.completion_tokens} out`,
		cost === undefined ? "cost unknown" : `cost $${cost.toPrecision(2)}`,
	];
	return <p className="note measures">{facts.filter(Boolean).join(" · ")}</p>;
}

function toOption({ id, label }: { id: string; label: string }) {
	return { value: id, label };
}

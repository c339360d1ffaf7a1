import { type FormEvent, useState } from "react";
import {
	type CallState,
	type CallTask,
	type FormValues,
	firstProvider,
	knownModel,
	sandboxModelOf,
} from "../call-task.ts";
import { Answer } from "./answer/answer.tsx";
import { CallCode } from "./code/call-code.tsx";
import { TaskForm } from "./form/task-form.tsx";
import { SelectField } from "./parts/field.tsx";
import { Live } from "./parts/live.tsx";
import { encodeState, shareable } from "./parts/share.ts";
import type { IslandProps } from "./props.ts";
import { useCall } from "./use-call.ts";
import "./call-box.css";

/** A form, its answer from the sandbox, and the same call as code. Without a task there is none. */
export function CallBox({ tasks, ...others }: IslandProps["run-it"]) {
	const [first] = tasks;
	return first && <Box tasks={tasks} first={first} {...others} />;
}

function Box({ tasks, first, initial = {}, name }: IslandProps["run-it"] & { first: CallTask }) {
	const [task, setTask] = useState(first);
	const [values, setValues] = useState<FormValues>({ ...first.example, ...initial.values });
	const [provider, setProvider] = useState(initial.provider ?? firstProvider(first));
	const { state, run, stop, reset } = useCall();
	const model = initial.model ?? knownModel(task, provider);
	const call: CallState = { task, values, provider, model, sandbox: true };
	const isRunning = state.status === "running";

	const chooseTask = (id: string) => {
		const chosen = tasks.find((candidate) => candidate.id === id) ?? first;
		reset();
		setTask(chosen);
		setValues(chosen.example);
		setProvider(chosen.providers.some((candidate) => candidate.id === provider) ? provider : firstProvider(chosen));
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (isRunning) stop();
		else void run({ ...call, model: sandboxModelOf(call) });
	};

	const openWithToken = async () => {
		const hash = await encodeState({ ...shareable({ task: task.id, provider, model, values }), ownToken: true });
		location.href = `${document.documentElement.dataset["root"] ?? "./"}playground/#${hash}`;
	};

	return (
		<section className="call-box" aria-label={name ? `Run it: ${name}` : "Run it"}>
			<Live>
				<form onSubmit={submit}>
					<div className="fields">
						{tasks.length > 1 && (
							<SelectField label="Task" value={task.id} options={tasks.map(toOption)} onChange={chooseTask} />
						)}
						<SelectField
							label="Provider"
							value={provider}
							options={task.providers.map(toOption)}
							onChange={setProvider}
						/>
					</div>
					<TaskForm key={task.id} task={task} values={values} onChange={setValues} />
					<div className="run-line">
						<button type="submit" className="primary">
							{isRunning ? "Stop" : "Run"}
						</button>
						<p className="note">
							The sandbox in this page answers by short rules: no model, no token, no network.{" "}
							<button type="button" className="link" onClick={() => void openWithToken()}>
								Use your token
							</button>
						</p>
					</div>
				</form>
				<Answer state={state} task={task} name={name} />
				<CallCode call={call} />
			</Live>
		</section>
	);
}

function toOption({ id, label }: { id: string; label: string }) {
	return { value: id, label };
}

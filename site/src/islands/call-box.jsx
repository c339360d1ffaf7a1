import { useState } from "react";
import { Answer } from "./answer/answer.jsx";
import { CallCode } from "./code/call-code.jsx";
import { TaskForm } from "./form/task-form.jsx";
import { SelectField } from "./parts/field.jsx";
import { Live } from "./parts/live.jsx";
import { useCall } from "./use-call.js";
import "./call-box.css";

/**
 * A form, its answer from the sandbox, and the same call as code.
 * @param tasks facts of the tasks to choose from
 * @param initial `{values, provider, model}` of the first task, if they differ from its example
 * @param name distinguishes it from other boxes on the page
 */
export function CallBox({ tasks, initial = {}, name }) {
	const [task, setTask] = useState(tasks[0]);
	const [values, setValues] = useState({ ...tasks[0].example, ...initial.values });
	const [provider, setProvider] = useState(initial.provider ?? firstProvider(tasks[0]));
	const { state, run, stop, reset } = useCall();
	const model = initial.model ?? task.providers.find(({ id }) => id === provider)?.model ?? task.model;
	const call = { task, values, provider, model, sandbox: true };
	const isRunning = state.status === "running";

	const chooseTask = (id) => {
		const chosen = tasks.find((candidate) => candidate.id === id);
		reset();
		setTask(chosen);
		setValues(chosen.example);
		setProvider(chosen.providers.some((candidate) => candidate.id === provider) ? provider : firstProvider(chosen));
	};
	const submit = (event) => {
		event.preventDefault();
		if (isRunning) stop();
		else run(call);
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
						<p className="note">In this page, on the sandbox: no token, no network.</p>
					</div>
				</form>
				<Answer state={state} task={task} name={name} />
				<CallCode call={call} />
			</Live>
		</section>
	);
}

function toOption({ id, label }) {
	return { value: id, label };
}

function firstProvider({ providers }) {
	return (providers.find(({ model, ownKey }) => !model && !ownKey) ?? providers[0]).id;
}

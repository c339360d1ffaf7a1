import { TextAreaField, TextField } from "../parts/field.jsx";
import { fieldsOf } from "./fields.js";
import { FileField } from "./file-field.jsx";
import { ParameterFields } from "./parameter-fields.jsx";
import "./task-form.css";

/**
 * The fields of a task, and its parameters.
 * @param values as `toArgs` takes them
 * @param mainLabel name of the main text in place of the task's own
 */
export function TaskForm({ task, values, onChange, mainLabel }) {
	const set = (name) => (value) => onChange({ ...values, [name]: value });
	return (
		<div className="task-form">
			{fieldsOf(task).map((field, index) => (
				<InputField
					key={field.name}
					{...field}
					label={(index === 0 && isText(field) && mainLabel) || field.label}
					value={values[field.name]}
					onChange={set(field.name)}
				/>
			))}
			{task.parameters.length > 0 && (
				<ParameterFields parameters={task.parameters} values={values.parameters ?? {}} onChange={set("parameters")} />
			)}
		</div>
	);
}

function InputField({ label, kind, value, onChange }) {
	if (kind === "image" || kind === "audio") return <FileField {...{ label, kind, value, onChange }} />;
	if (kind === "list") return <TextField {...{ label, value: value ?? "", onChange }} />;
	const rows = kind === "text" ? Math.min(6, Math.max(2, Math.ceil((value ?? "").length / 60))) : 6;
	return <TextAreaField {...{ label, value: value ?? "", onChange, rows, isCode: kind === "json" }} />;
}

function isText({ kind }) {
	return kind !== "image" && kind !== "audio";
}

import { type CallTask, type FormField, type FormValues, fileOf, textOf } from "../../call-task.ts";
import { TextAreaField, TextField } from "../parts/field.tsx";
import { fieldsOf } from "./fields.ts";
import { FileField } from "./file-field.tsx";
import { ParameterFields } from "./parameter-fields.tsx";
import "./task-form.css";

interface Props {
	task: CallTask;
	values: FormValues;
	onChange(values: FormValues): void;
	/** Name of the main text in place of the task's own. */
	mainLabel?: string;
}

/** The fields of a task, and its parameters. */
export function TaskForm({ task, values, onChange, mainLabel }: Props) {
	const set = (name: string) => (value: FormValues[string]) => onChange({ ...values, [name]: value });
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
			{task.prompts && <Prompts task={task} texts={task.prompts} choose={set(fieldsOf(task)[0]?.name ?? "text")} />}
			{task.parameters.length > 0 && (
				<ParameterFields parameters={task.parameters} values={values.parameters ?? {}} onChange={set("parameters")} />
			)}
		</div>
	);
}

interface PromptsProps {
	task: CallTask;
	texts: readonly string[];
	choose(text: string): void;
}

/** Texts to try: the sandbox has a good answer to each. */
function Prompts({ task, texts, choose }: PromptsProps) {
	return (
		<ul className="prompts" aria-label={`Examples of ${task.label}`}>
			{texts.map((text) => (
				<li key={text}>
					<button type="button" onClick={() => choose(text)}>
						{text}
					</button>
				</li>
			))}
		</ul>
	);
}

interface FieldProps extends FormField {
	value: FormValues[string];
	onChange(value: FormValues[string]): void;
}

function InputField({ label, kind, value: given, onChange }: FieldProps) {
	if (kind === "image" || kind === "audio") return <FileField {...{ label, kind, value: fileOf(given), onChange }} />;
	const value = textOf(given);
	if (kind === "list") return <TextField {...{ label, value, onChange }} />;
	const rows = kind === "text" ? Math.min(6, Math.max(2, Math.ceil(value.length / 60))) : 6;
	return <TextAreaField {...{ label, value, onChange, rows, isCode: kind === "json" }} />;
}

function isText({ kind }: FormField): boolean {
	return kind !== "image" && kind !== "audio";
}

import { Field, TextField } from "../parts/field.jsx";

/** The parameters of a task, folded up; empty ones are left to the model. */
export function ParameterFields({ parameters, values, onChange }) {
	const set = (name) => (value) => onChange({ ...values, [name]: value });
	return (
		<details className="parameters">
			<summary>Parameters</summary>
			<div className="fields">
				{parameters.map((parameter) => (
					<ParameterField
						key={parameter.name}
						{...parameter}
						value={values[parameter.name] ?? ""}
						onChange={set(parameter.name)}
					/>
				))}
			</div>
		</details>
	);
}

function ParameterField({ name, kind, description, choices, default: standard, value, onChange }) {
	const options = choices ?? (kind === "boolean" ? ["true", "false"] : undefined);
	if (!options) {
		const placeholder = standard ?? { list: "a, b, c", json: "JSON" }[kind];
		const inputMode = { number: "decimal", integer: "numeric" }[kind];
		return <TextField label={name} hint={description} {...{ value, onChange, placeholder, inputMode }} />;
	}
	return (
		<Field label={name} hint={description}>
			{(attributes) => (
				<select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
					<option value="">{standard === undefined ? "Default" : `Default (${standard})`}</option>
					{options.map((option) => (
						<option key={option}>{option}</option>
					))}
				</select>
			)}
		</Field>
	);
}

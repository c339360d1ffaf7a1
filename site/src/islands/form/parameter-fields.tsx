import type { CallParameter } from "../../call-task.ts";
import { Field, TextField } from "../parts/field.tsx";

type Texts = Record<string, string>;

interface Props {
	parameters: readonly CallParameter[];
	values: Texts;
	onChange(values: Texts): void;
}

/** Kind → what an empty field shows. */
const PLACEHOLDERS: Record<string, string> = { list: "a, b, c", json: "JSON" };
const INPUT_MODES = { number: "decimal", integer: "numeric" } as const;

/** The parameters of a task, folded up; empty ones are left to the model. */
export function ParameterFields({ parameters, values, onChange }: Props) {
	const set = (name: string) => (value: string) => onChange({ ...values, [name]: value });
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

function ParameterField({
	name,
	kind,
	description,
	choices,
	default: standard,
	value,
	onChange,
}: CallParameter & { value: string; onChange(value: string): void }) {
	const options = choices ?? (kind === "boolean" ? ["true", "false"] : undefined);
	if (!options) {
		const placeholder = standard ?? PLACEHOLDERS[kind];
		const inputMode = kind === "number" || kind === "integer" ? INPUT_MODES[kind] : undefined;
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

import { type ComponentProps, type ReactNode, useId } from "react";
import "./field.css";

interface Label {
	label: string;
	/** A sentence below the control. */
	hint?: string | undefined;
	className?: string | undefined;
}

/** What ties a control to its label and hint. */
interface ControlAttributes {
	id: string;
	"aria-describedby": string | undefined;
}

/** A control whose value is text. */
interface TextControl extends Label {
	value: string;
	onChange(value: string): void;
}

/** A labeled control. @param children function of the control's attributes → the control */
export function Field({
	label,
	hint,
	className = "",
	children,
}: Label & { children(attributes: ControlAttributes): ReactNode }) {
	const id = useId();
	const hintId = hint ? `${id}-hint` : undefined;
	return (
		<div className={`field ${className}`}>
			<label htmlFor={id}>{label}</label>
			{children({ id, "aria-describedby": hintId })}
			{hint && (
				<p className="hint" id={hintId}>
					{hint}
				</p>
			)}
		</div>
	);
}

/** A labeled choice. */
export function SelectField({
	value,
	options,
	onChange,
	...label
}: TextControl & { options: readonly { value: string; label: string }[] }) {
	return (
		<Field {...label}>
			{(attributes) => (
				<select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}

/** A labeled line of text. */
export function TextField({
	label,
	value,
	onChange,
	hint,
	className,
	...attributes
}: TextControl & Omit<ComponentProps<"input">, keyof TextControl>) {
	return (
		<Field {...{ label, hint, className }}>
			{(own) => (
				<input type="text" {...attributes} {...own} value={value} onChange={(event) => onChange(event.target.value)} />
			)}
		</Field>
	);
}

/** A labeled text of several lines. */
export function TextAreaField({
	label,
	value,
	onChange,
	hint,
	className,
	isCode = false,
	...attributes
}: TextControl & { isCode?: boolean } & Omit<ComponentProps<"textarea">, keyof TextControl>) {
	return (
		<Field {...{ label, hint, className }}>
			{(own) => (
				<textarea
					spellCheck={!isCode}
					{...attributes}
					{...own}
					className={isCode ? "mono" : undefined}
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}

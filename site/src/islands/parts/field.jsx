import { useId } from "react";
import "./field.css";

/**
 * A labeled control.
 * @param children function of the control's attributes (`id`, `aria-describedby`) → the control
 * @param hint a sentence below it
 */
export function Field({ label, hint, className = "", children }) {
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

/** A labeled choice. @param options `{value, label}` each */
export function SelectField({ label, value, options, onChange, hint, className }) {
	return (
		<Field label={label} hint={hint} className={className}>
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
export function TextField({ label, value, onChange, hint, className, ...attributes }) {
	return (
		<Field label={label} hint={hint} className={className}>
			{(own) => (
				<input type="text" {...attributes} {...own} value={value} onChange={(event) => onChange(event.target.value)} />
			)}
		</Field>
	);
}

/** A labeled text of several lines. */
export function TextAreaField({ label, value, onChange, hint, className, isCode = false, ...attributes }) {
	return (
		<Field label={label} hint={hint} className={className}>
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

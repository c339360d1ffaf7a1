import { type ChangeEvent, useEffect, useState } from "react";
import type { FileValue } from "../../call-task.ts";
import { SAMPLE_FILES } from "../../samples/inputs.ts";
import { sampleUrl } from "../../samples/url.ts";
import { Field } from "../parts/field.tsx";

interface Props {
	label: string;
	kind: "image" | "audio";
	value: FileValue | undefined;
	onChange(value: FileValue): void;
}

const OWN = "own";

/** Chooses a sample or the user's own file, and shows it. */
export function FileField({ label, kind, value, onChange }: Props) {
	const samples = SAMPLE_FILES[kind];
	const preview = usePreview(value);
	const name = value?.sample ?? value?.file?.name ?? "";
	const choose = ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
		if (files?.[0]) onChange({ file: files[0] });
	};
	return (
		<Field label={label}>
			{(attributes) => (
				<div className="file-field">
					<select
						{...attributes}
						value={value?.sample ?? OWN}
						onChange={({ target }) => {
							if (target.value !== OWN) onChange({ sample: target.value });
						}}
					>
						{samples.map((name) => (
							<option key={name}>{name}</option>
						))}
						{value?.file && <option value={OWN}>{value.file.name}</option>}
					</select>
					<label className="file-button">
						Choose a file…
						<input className="visually-hidden" type="file" accept={`${kind}/*`} onChange={choose} />
					</label>
					{preview && kind === "image" && <img src={preview} alt={name} />}
					{preview && kind === "audio" && <audio src={preview} controls aria-label={name} />}
				</div>
			)}
		</Field>
	);
}

/** URL of a chosen file, valid in the browser only. */
function usePreview(value: FileValue | undefined): string | undefined {
	const [url, setUrl] = useState<string>();
	useEffect(() => {
		if (!value?.file) {
			setUrl(value?.sample === undefined ? undefined : sampleUrl(value.sample));
			return undefined;
		}
		const made = URL.createObjectURL(value.file);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [value]);
	return url;
}

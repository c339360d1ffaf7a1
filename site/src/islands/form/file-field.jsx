import { useEffect, useState } from "react";
import { SAMPLE_FILES } from "../../samples/inputs.js";
import { sampleUrl } from "../../samples/url.js";
import { Field } from "../parts/field.jsx";

const OWN = "own";

/** Chooses a sample or the user's own file, and shows it. */
export function FileField({ label, kind, value, onChange }) {
	const samples = SAMPLE_FILES[kind];
	const preview = usePreview(value);
	const choose = ({ target: { files } }) => files[0] && onChange({ file: files[0] });
	return (
		<Field label={label}>
			{(attributes) => (
				<div className="file-field">
					<select
						{...attributes}
						value={value?.sample ?? OWN}
						onChange={(event) => onChange(event.target.value === OWN ? value : { sample: event.target.value })}
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
					{preview && kind === "image" && <img src={preview} alt={value.sample ?? value.file.name} />}
					{preview && kind === "audio" && <audio src={preview} controls aria-label={value.sample ?? value.file.name} />}
				</div>
			)}
		</Field>
	);
}

/** URL of a chosen file, valid in the browser only. */
function usePreview(value) {
	const [url, setUrl] = useState();
	useEffect(() => {
		if (!value?.file) {
			setUrl(value?.sample && sampleUrl(value.sample));
			return undefined;
		}
		const made = URL.createObjectURL(value.file);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [value]);
	return url;
}

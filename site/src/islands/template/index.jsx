import { useEffect, useRef, useState } from "react";
import { SelectField, TextAreaField, TextField } from "../parts/field.jsx";
import { Live } from "../parts/live.jsx";
import { Rendered } from "./rendered.jsx";
import { TemplateEditor } from "./template-editor.jsx";
import "./template.css";

/**
 * A chat template, rendered while it is typed.
 * @param samples `{name, template, messages, tools, variables}` each
 * @param initial what the first sample renders
 */
export default function TemplatePage({ samples, initial }) {
	const [inputs, setInputs] = useState({ ...samples[0], add_generation_prompt: true });
	const [model, setModel] = useState("");
	const [failure, setFailure] = useState();
	const result = useRendered(inputs, initial);
	const set = (name) => (value) => setInputs((before) => ({ ...before, [name]: value }));
	const change = (changes) => setInputs((before) => ({ ...before, ...changes }));

	const chooseSample = (name) => {
		setFailure(undefined);
		const sample = samples.find((candidate) => candidate.name === name);
		if (sample) change(sample);
	};
	const format = async () => {
		const { describeProblem, formatTemplate } = await import("./render.js");
		try {
			change({ template: formatTemplate(inputs.template) });
			setFailure(undefined);
		} catch (error) {
			setFailure(describeProblem(error).message);
		}
	};
	const load = async (event) => {
		event.preventDefault();
		setFailure(undefined);
		try {
			const { readTemplate } = await import("./render.js");
			change({ name: "", ...(await readTemplate(model.trim())) });
		} catch (error) {
			setFailure(error.message);
		}
	};

	const problems = [...result.problems, ...(result.python?.problem ? [result.python.problem] : [])];
	const places = problems.filter(({ field, line }) => field === "Template" && line !== undefined);
	const options = [...(inputs.name ? [] : [{ name: "" }]), ...samples].map(({ name }) => ({
		value: name,
		label: name || "Your own",
	}));
	return (
		<Live>
			<div className="template-page">
				<div className="template-inputs">
					<div className="fields">
						<SelectField label="Sample" value={inputs.name} options={options} onChange={chooseSample} />
						<form className="from-model" onSubmit={load}>
							<TextField
								label="From a model"
								value={model}
								onChange={setModel}
								placeholder="org/name"
								spellCheck={false}
							/>
							<button type="submit" disabled={model.trim() === ""}>
								Load
							</button>
						</form>
					</div>
					<TemplateEditor
						value={inputs.template}
						onChange={(template) => change({ template, name: "" })}
						marked={places.map(({ line }) => line)}
					>
						<button type="button" onClick={format}>
							Format
						</button>
					</TemplateEditor>
					<TextAreaField label="Messages" isCode rows={8} value={inputs.messages} onChange={set("messages")} />
					<TextAreaField
						label="Tools"
						isCode
						rows={inputs.tools ? 6 : 2}
						value={inputs.tools}
						onChange={set("tools")}
						placeholder="[] – a list of functions, as JSON"
					/>
					<TextAreaField
						label="Variables"
						isCode
						rows={3}
						value={inputs.variables}
						onChange={set("variables")}
						hint="Other variables of the template, such as bos_token."
					/>
					<label className="check">
						<input
							type="checkbox"
							checked={inputs.add_generation_prompt}
							onChange={(event) => change({ add_generation_prompt: event.target.checked })}
						/>
						<code>add_generation_prompt</code>
					</label>
				</div>
				<div className="template-output">
					{failure && (
						<p className="alert" role="alert">
							{failure}
						</p>
					)}
					{problems.map((problem) => (
						<Problem key={problem.field + problem.message} {...problem} />
					))}
					<Rendered python={result.python} reference={result.reference} />
				</div>
			</div>
		</Live>
	);
}

function Problem({ field, line, column, message, excerpt }) {
	const place = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(", ");
	return (
		<div className="alert" role="alert">
			<strong>{[field === "Template" ? "" : field, place].filter(Boolean).join(", ") || field}</strong>: {message}
			{excerpt && <pre>{excerpt}</pre>}
		</div>
	);
}

/** Returns the rendered inputs; the engine is loaded at the first change. */
function useRendered(inputs, initial) {
	const [result, setResult] = useState(initial);
	const rendered = useRef(inputs);
	useEffect(() => {
		if (rendered.current === inputs) return undefined;
		let isCurrent = true;
		import("./render.js").then(({ renderBoth }) => {
			if (!isCurrent) return;
			rendered.current = inputs;
			setResult(renderBoth(inputs));
		});
		return () => {
			isCurrent = false;
		};
	}, [inputs]);
	return result;
}

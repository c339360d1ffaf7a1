import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../../call-task.ts";
import type { TemplateSample } from "../../samples/templates.ts";
import { SelectField, TextAreaField, TextField } from "../parts/field.tsx";
import { Live } from "../parts/live.tsx";
import type { IslandProps } from "../props.ts";
import type { RenderResult, TemplateInputs, TemplateProblem } from "./render.ts";
import { Rendered } from "./rendered.tsx";
import { TemplateEditor } from "./template-editor.tsx";

const EMPTY: TemplateSample = { name: "", template: "", messages: "[]", tools: "", variables: "{}" };

/** A chat template, rendered while it is typed. */
export default function TemplatePage({ samples, initial }: IslandProps["template"]) {
	const [inputs, setInputs] = useState<TemplateInputs>({ ...(samples[0] ?? EMPTY), add_generation_prompt: true });
	const [model, setModel] = useState("");
	const [failure, setFailure] = useState<string>();
	const result = useRendered(inputs, initial);
	const set = (name: keyof TemplateSample) => (value: string) => setInputs((before) => ({ ...before, [name]: value }));
	const change = (changes: Partial<TemplateInputs>) => setInputs((before) => ({ ...before, ...changes }));

	const chooseSample = (name: string) => {
		setFailure(undefined);
		const sample = samples.find((candidate) => candidate.name === name);
		if (sample) change(sample);
	};
	const format = async () => {
		const { describeProblem, formatTemplate } = await import("./render.ts");
		try {
			change({ template: formatTemplate(inputs.template) });
			setFailure(undefined);
		} catch (error) {
			setFailure(describeProblem(error).message);
		}
	};
	const load = async (event: FormEvent) => {
		event.preventDefault();
		setFailure(undefined);
		try {
			const { readTemplate } = await import("./render.ts");
			change({ name: "", ...(await readTemplate(model.trim())) });
		} catch (error) {
			setFailure(messageOf(error));
		}
	};

	const problems = [...result.problems, ...(result.python?.problem ? [result.python.problem] : [])];
	const marked = problems.flatMap(({ field, line }) => (field === "Template" && line !== undefined ? [line] : []));
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
						marked={marked}
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

function Problem({ field, line, column, message, excerpt }: TemplateProblem) {
	const place = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(", ");
	return (
		<div className="alert" role="alert">
			<strong>{[field === "Template" ? "" : field, place].filter(Boolean).join(", ") || field}</strong>: {message}
			{excerpt && <pre>{excerpt}</pre>}
		</div>
	);
}

/** Returns the rendered inputs; the engine is loaded at the first change. */
function useRendered(inputs: TemplateInputs, initial: RenderResult): RenderResult {
	const [result, setResult] = useState(initial);
	const rendered = useRef(inputs);
	useEffect(() => {
		if (rendered.current === inputs) return undefined;
		let isCurrent = true;
		void import("./render.ts").then(({ renderBoth }) => {
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

import { type FormEvent, useState } from "react";
import { TextAreaField, TextField } from "../parts/field.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { FirstModel, SampleButton } from "../props.ts";
import { AppsGroup, CallGroup, LoadGroup } from "./groups.tsx";
import { useModelState } from "./use-model-state.ts";
import "./use-model.css";

const GROUPS = [
	{ value: "call", label: "Call a provider" },
	{ value: "load", label: "Load it yourself" },
	{ value: "apps", label: "Local apps" },
];

const PANELS: Record<string, typeof LoadGroup> = { load: LoadGroup, call: CallGroup, apps: AppsGroup };

interface Props {
	initial: FirstModel;
	samples: readonly SampleButton[];
	/** Whether the page's URL follows the choice. */
	hasLink?: boolean;
	/** A sentence about the first model. */
	note?: string | undefined;
}

/** "Use this model": code that loads a model, calls it at a provider, or runs it in a local app. */
export function UseModel({ initial, samples, hasLink = false, note }: Props) {
	const model = useModelState(initial, hasLink);
	const { state, problem } = model;
	const Panel = PANELS[state.group] ?? LoadGroup;
	return (
		<div className="use-model">
			<ModelChoice model={model} samples={samples} />
			<div className="model-code">
				<p className="model-name">
					<code>{state.record.id}</code>
					{state.record.pipeline_tag && <span>{state.record.pipeline_tag}</span>}
				</p>
				{note && state.record === initial.record && <p className="note">{note}</p>}
				{problem && (
					<p className="alert" role="alert">
						{problem}
					</p>
				)}
				<Tabs label="Group" tabs={GROUPS} value={state.group} onChange={(group) => model.update({ group })}>
					<Panel state={state} update={model.update} />
				</Tabs>
			</div>
		</div>
	);
}

function ModelChoice({
	model,
	samples,
}: {
	model: ReturnType<typeof useModelState>;
	samples: readonly SampleButton[];
}) {
	const { state, id, setId, pasted, paste, isLoading, load, showSample } = model;
	const [isOpen, setOpen] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		load();
	};
	return (
		<div className="model-choice">
			<form onSubmit={submit}>
				<TextField
					label="Model"
					value={id}
					onChange={setId}
					spellCheck={false}
					autoComplete="off"
					placeholder="org/name"
				/>
				<button type="submit" disabled={isLoading || id.trim() === ""}>
					{isLoading ? "Loading…" : "Load from Hugging Face"}
				</button>
			</form>
			<fieldset className="samples">
				<legend>Samples</legend>
				{samples.map((sample) => (
					<button
						key={sample.id}
						type="button"
						aria-pressed={state.record.id === sample.id}
						title={sample.id}
						onClick={() => showSample(sample.id)}
					>
						{sample.id.split("/").at(-1)}
						<small>{sample.what}</small>
					</button>
				))}
			</fieldset>
			<TextAreaField
				label="Model record"
				isCode
				rows={isOpen || pasted ? 8 : 2}
				value={pasted}
				onChange={paste}
				onFocus={() => setOpen(true)}
				placeholder={'{ "id": "org/name", … }'}
				hint="Paste what hub models ID --json prints. It stays in this page."
			/>
		</div>
	);
}

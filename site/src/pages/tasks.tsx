import { MODALITY_LABELS } from "modelhub/tasks";
import { CallCode } from "../components/call-code.tsx";
import { Code } from "../components/code.tsx";
import { Demo } from "../components/demo.tsx";
import { Facts, Links } from "../components/facts.tsx";
import { RunIt } from "../components/run-it.tsx";
import { UseThisModel } from "../components/use-this-model.tsx";
import { CALLS } from "../islands/calls.ts";
import type { Page, Facts as SiteFacts, TaskFacts } from "../page.ts";
import { callSnippets } from "../samples/call-snippets.ts";
import { findServed } from "../samples/served.ts";
import { TASK_NAMES } from "../search/names.ts";

const SECTION = { kind: "Tasks", section: "tasks" };
const HUB = "https://huggingface.co";

/** Where groups of tasks stand: those with most to run first. */
const PLACES: Readonly<Record<TaskFacts["modality"], number>> = {
	nlp: 1,
	cv: 2,
	audio: 3,
	multimodal: 4,
	tabular: 5,
	rl: 6,
	other: 7,
};

/** The list of tasks, and a page each. */
export function listTasks({ tasks, providers }: SiteFacts): Page[] {
	const names = new Map<string, string>(providers.map(({ id, name }) => [id, name]));
	// Within a group, what can be called first.
	const place = ({ id, modality }: TaskFacts) => PLACES[modality] + (CALLS[id] ? 0 : 0.5);
	const sorted = [...tasks].sort((left, right) => place(left) - place(right));
	return [overview(sorted), ...sorted.map((task) => describe(task, names))];
}

function overview(tasks: readonly TaskFacts[]): Page {
	return {
		...SECTION,
		path: "tasks/",
		title: "Tasks",
		navigationTitle: "All tasks",
		description: "The tasks of models, each with an example to run, parameters, models, providers and code.",
		source: "src/catalogue/signatures.ts",
		content: [...new Set(tasks.map(({ modality }) => modality))].map((modality) => (
			<section key={modality}>
				<h2>{MODALITY_LABELS[modality]}</h2>
				<dl className="definitions">
					{tasks
						.filter((task) => task.modality === modality)
						.map(({ id, name, summary, providers }) => (
							<div key={id}>
								<dt>
									<a href={`/tasks/${id}/`}>{name}</a>
									<small>
										{providers.length > 0
											? counted(providers.length, "provider")
											: CALLS[id]
												? "runs as chat"
												: "not served"}
									</small>
								</dt>
								<dd>{firstSentence(summary)}</dd>
							</div>
						))}
				</dl>
			</section>
		)),
	};
}

const firstSentence = (text: string | null) => text?.split(/(?<=\.) /)[0];

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function describe(task: TaskFacts, names: ReadonlyMap<string, string>): Page {
	const { id, name, summary, modality, models, parameters, useCases, variants, metrics, datasets, spaces } = task;
	const isEmpty = task.demo.inputs.length + task.demo.outputs.length === 0;
	return {
		...SECTION,
		path: `tasks/${id}/`,
		title: name,
		names: [id, ...task.aliases, ...(TASK_NAMES[id] ?? [])],
		description: summary ?? `Models for ${name}: libraries, providers and code.`,
		source: "src/catalogue/signatures.ts",
		group: MODALITY_LABELS[modality],
		content: (
			<>
				<Facts
					rows={[
						["Task id", <code key="id">{id}</code>],
						["Short names", task.aliases.join(", ")],
						["Part of", task.canonicalId && <a href={`/tasks/${task.canonicalId}/`}>{task.canonicalId}</a>],
						["Subtasks", task.subtasks.map((subtask) => subtask.name).join(", ")],
						["Default model", task.defaultModel && <a href={`${HUB}/${task.defaultModel}`}>{task.defaultModel}</a>],
					]}
				/>
				<UseThisModel task={id} />
				<h2>Run it</h2>
				<RunIt task={id} />
				{!isEmpty && <h2>Example</h2>}
				{!isEmpty && <Demo task={id} demo={task.demo} />}
				<Cases title="Use cases" items={useCases} />
				<Cases title="Variants" items={variants} />
				<Parameters parameters={parameters} />
				<Snippets task={task} />
				<Repositories title="Recommended models" items={models} base={HUB} />
				<Repositories title="Datasets" items={datasets} base={`${HUB}/datasets`} />
				<Repositories title="Metrics" items={metrics} />
				<Repositories title="Spaces" items={spaces} base={`${HUB}/spaces`} />
				{task.evaluation && <h2>How to evaluate</h2>}
				{task.evaluation && <p>{task.evaluation}</p>}
				{task.providers.length > 0 && <h2>Providers</h2>}
				{task.providers.length > 0 && (
					<p>
						<Links items={task.providers.map((provider) => [`/providers/${provider}/`, names.get(provider)])} />
					</p>
				)}
				<h2>Libraries</h2>
				<p>
					{task.libraries.length > 0 ? (
						<Links items={task.libraries.map((library) => [`/libraries/${library}/`, library])} />
					) : (
						"No library is known for it."
					)}
				</p>
			</>
		),
	};
}

function Cases({ title, items }: { title: string; items: TaskFacts["useCases"] }) {
	if (items.length === 0) return null;
	return (
		<>
			<h2>{title}</h2>
			{items.map((item) => (
				<section key={item.title}>
					<h3>{item.title}</h3>
					<p>{item.text}</p>
				</section>
			))}
		</>
	);
}

function Parameters({ parameters }: Pick<TaskFacts, "parameters">) {
	if (parameters.length === 0) return null;
	return (
		<>
			<h2>Parameters</h2>
			<dl className="definitions">
				{parameters.map(({ name, type, default: standard, required, description }) => (
					<div key={name}>
						<dt>
							<code>{name}</code>
							<small>
								{type}
								{required && ", required"}
							</small>
						</dt>
						<dd>
							{description}
							{standard !== null && <small>Default: {JSON.stringify(standard)}.</small>}
						</dd>
					</div>
				))}
			</dl>
		</>
	);
}

/** The command, and the code of a provider that is known to serve the task, else of any that can. */
function Snippets({ task }: { task: TaskFacts }) {
	const provider = task.providers.find((id) => findServed(id, task.id)) ?? task.providers[0];
	const code = provider ? callSnippets(provider, task.id) : undefined;
	if (!task.command && !code) return null;
	return (
		<>
			<h2>Code</h2>
			{task.command && <Code language="sh">{task.command}</Code>}
			{code && provider && <CallCode code={code} provider={provider} task={task.id} />}
		</>
	);
}

function Repositories({ title, items, base }: { title: string; items: TaskFacts["models"]; base?: string }) {
	if (items.length === 0) return null;
	return (
		<>
			<h2>{title}</h2>
			<dl className="definitions">
				{items.map(({ id, description }) => (
					<div key={id}>
						<dt>{base ? <a href={`${base}/${id}`}>{id}</a> : id}</dt>
						<dd>{description}</dd>
					</div>
				))}
			</dl>
		</>
	);
}

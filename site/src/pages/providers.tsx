import { findSetup, getInferenceSnippets } from "modelhub/snippets";
import type { ReactNode } from "react";
import { Code } from "../components/code.tsx";
import { Facts } from "../components/facts.tsx";
import { WithCode } from "../components/prose.tsx";
import { SnippetTabs } from "../components/snippet-tabs.tsx";
import type { Page, ProviderFacts, Facts as SiteFacts, TaskFacts } from "../page.ts";
import { taskModel } from "../samples/task-model.ts";
import { PROVIDER_NOTES } from "./provider-notes.ts";

type TasksById = ReadonlyMap<string, TaskFacts>;

const SECTION = { kind: "Providers", section: "providers" };

/** The list of providers, and a page each. */
export function listProviders({ providers, tasks }: SiteFacts): Page[] {
	const byId = new Map<string, TaskFacts>(tasks.map((task) => [task.id, task]));
	return [overview(providers), ...providers.map((provider) => describe(provider, byId))];
}

function overview(providers: readonly ProviderFacts[]): Page {
	return {
		...SECTION,
		path: "providers/",
		title: "Providers",
		navigationTitle: "All providers",
		description: `The ${providers.length} services that run models, what each serves, and the key each needs.`,
		source: "src/inference/providers/index.ts",
		content: (
			<table>
				<thead>
					<tr>
						<th>Provider</th>
						<th>Tasks</th>
						<th>Key variable</th>
					</tr>
				</thead>
				<tbody>
					{providers.map(({ id, name, tasks, keyVariables: [keyVariable] }) => (
						<tr key={id}>
							<td>
								<a href={`/providers/${id}/`}>{name}</a>
							</td>
							<td>{tasks.length}</td>
							<td>
								<code>{keyVariable}</code>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		),
	};
}

function describe(provider: ProviderFacts, tasks: TasksById): Page {
	const { id, name, baseUrl, keyVariables, closedSource, hubOrg, isRouter } = provider;
	const [keyVariable = ""] = keyVariables;
	const headers = Object.entries(provider.headers).map(([header, value]) => `${header}: ${value}`);
	return {
		...SECTION,
		path: `providers/${id}/`,
		title: name,
		description: `The tasks, key and URLs of ${name}, and code that calls it.`,
		source: provider.source,
		content: (
			<>
				<Facts
					rows={[
						["Id", codeList([id])],
						["URL of direct calls", !isRouter && codeList([baseUrl])],
						["URL through Hugging Face", !closedSource && codeList([`https://router.huggingface.co/${id}`])],
						["Chat path", provider.chatRoute && codeList([provider.chatRoute])],
						[keyVariables.length > 1 ? "Key variables" : "Key variable", codeList(keyVariables)],
						["Authorization", codeList([`${provider.scheme} ${isRouter ? "TOKEN" : "KEY"}`])],
						["Further headers", headers.length > 0 && codeList(headers)],
						["Batch service", provider.batch && <BatchService key="batch" {...provider.batch} />],
						["On Hugging Face", hubOrg && hubLink(hubOrg)],
					]}
				/>
				<h2>Keys</h2>
				<p>
					{isRouter ? (
						<>
							{name} is Hugging Face's own service: calls go to Hugging Face with a Hugging Face token (
							<code>HF_TOKEN</code>).
						</>
					) : closedSource ? (
						<>
							{name} takes its own keys only: its models are not open, so Hugging Face does not pass calls on. Set{" "}
							<code>{keyVariable}</code>, or store the key once.
						</>
					) : (
						<>
							With a Hugging Face token (<code>HF_TOKEN</code>) calls go through Hugging Face, which bills them. With{" "}
							<code>--direct</code> and a key of {name} (<code>{keyVariable}</code>) they go to {name} itself.
						</>
					)}
				</p>
				<Code language="sh">{isRouter ? "hub login" : `hub login --provider ${id}`}</Code>
				<Notes notes={PROVIDER_NOTES[id]} />
				<h2>Tasks</h2>
				<dl className="definitions">
					{provider.tasks.map((task) => (
						<div key={task}>
							<dt>
								<a href={`/tasks/${task}/`}>{tasks.get(task)?.name ?? task}</a>
							</dt>
							<dd>{tasks.get(task)?.summary}</dd>
						</div>
					))}
				</dl>
				<h2>Code</h2>
				<Example provider={provider} tasks={tasks} />
				<p>
					Which models {name} runs, Hugging Face knows: <code>hub models --provider {id}</code>. See also{" "}
					<a href="/guides/providers-keys-and-routing/">providers, keys and routing</a>.
				</p>
			</>
		),
	};
}

function hubLink(organization: string) {
	return <a href={`https://huggingface.co/${organization}`}>{organization}</a>;
}

function codeList(items: readonly string[]): ReactNode {
	return items.map((item, index) => (
		<span key={item}>
			{index > 0 && ", "}
			<code>{item}</code>
		</span>
	));
}

/** The service used by `hub batch --via provider`. */
function BatchService({ window, requests, price }: NonNullable<ProviderFacts["batch"]>) {
	return (
		<>
			<a href="/guides/batch/">
				<code>hub batch --via provider</code>
			</a>
			: at most {requests.toLocaleString("en")} rows a job, done within {window.replace("h", " hours")}
			{price < 1 && `, at ${price * 100} % of the usual price`}
		</>
	);
}

function Notes({ notes }: { notes: readonly string[] | undefined }) {
	if (!notes) return null;
	return (
		<>
			<h2>Good to know</h2>
			<ul>
				{notes.map((note) => (
					<li key={note}>
						<WithCode>{note}</WithCode>
					</li>
				))}
			</ul>
		</>
	);
}

/** A call of the provider's first task for which there is code. */
function Example({
	provider: { id, tasks: served, closedSource },
	tasks,
}: {
	provider: ProviderFacts;
	tasks: TasksById;
}) {
	const command = commandOf(id, served, closedSource);
	const first = closedSource ? undefined : served.map((task) => findCode(id, tasks.get(task))).find(Boolean);
	return (
		<>
			<Code language="sh">{command}</Code>
			{first && <SnippetTabs id="code" snippets={first} />}
		</>
	);
}

function commandOf(id: string, served: readonly string[], closedSource: boolean): string {
	if (closedSource) return `hub infer -t chat -p ${id} --direct -m ${id}/MODEL "Hello"`;
	if (served.includes("conversational")) return `hub infer -t chat -p ${id} "Hello"`;
	return `hub infer -t ${served[0]} -p ${id} "A lighthouse at dawn" -o result`;
}

function findCode(provider: string, task: TaskFacts | undefined) {
	const isChat = task?.id === "conversational";
	const record = task && taskModel(isChat ? "text-generation" : task.id, task.modality);
	if (!record) return undefined;
	const model = { inference: "", ...record, tags: isChat ? [...record.tags, "conversational"] : record.tags };
	const found = getInferenceSnippets(model, provider, undefined, { clients: "all" });
	return found.length > 0 ? found.map((snippet) => ({ ...snippet, setup: findSetup(snippet) })) : undefined;
}

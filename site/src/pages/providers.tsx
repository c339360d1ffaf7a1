import type { ReactNode } from "react";
import { ANY_MODEL } from "../call-task.ts";
import { CallCode } from "../components/call-code.tsx";
import { Code } from "../components/code.tsx";
import { Facts, Links } from "../components/facts.tsx";
import { Filter, wordsOf } from "../components/filter.tsx";
import { WithCode } from "../components/prose.tsx";
import { ProviderMark } from "../components/provider-mark.tsx";
import type { Page, ProviderFacts, Facts as SiteFacts, TaskFacts } from "../page.ts";
import { callSnippets } from "../samples/call-snippets.ts";
import { findServed } from "../samples/served.ts";
import "./providers.css";
import { PROVIDER_NOTES } from "./provider-notes.ts";

type TasksById = ReadonlyMap<string, TaskFacts>;

const SECTION = { kind: "Providers", section: "providers" };

/** The list of providers, and a page each. */
export function listProviders({ providers, tasks }: SiteFacts): Page[] {
	const byId = new Map<string, TaskFacts>(tasks.map((task) => [task.id, task]));
	return [overview(providers, byId), ...providers.map((provider) => describe(provider, byId))];
}

function overview(providers: readonly ProviderFacts[], tasks: TasksById): Page {
	return {
		...SECTION,
		path: "providers/",
		title: "Providers",
		navigationTitle: "All providers",
		description: `The ${providers.length} services that run models, what each serves, and the key each needs.`,
		source: "src/inference/providers/index.ts",
		layout: "wide",
		content: <Matrix providers={providers} tasks={tasks} />,
	};
}

/** Fewest providers of a task that has a column of its own. */
const LEAST = 2;

/** Which provider serves which task: a row a provider, a column a task. */
function Matrix({ providers, tasks }: { providers: readonly ProviderFacts[]; tasks: TasksById }) {
	const count = (task: string) => providers.filter((provider) => provider.tasks.includes(task)).length;
	const served = [...new Set(providers.flatMap((provider) => provider.tasks))].sort(
		(left, right) => count(right) - count(left),
	);
	const columns = served.filter((task) => count(task) >= LEAST);
	const alone = served.filter((task) => count(task) < LEAST);
	const nameOf = (task: string) => (task === "conversational" ? "Chat" : (tasks.get(task)?.name ?? task));
	return (
		<>
			<Filter list="matrix" placeholder="A provider, or a task such as text-to-image" />
			<table className="matrix">
				<thead>
					<tr>
						<th scope="col">Provider</th>
						{columns.map((task) => (
							<th scope="col" key={task}>
								<a href={`/tasks/${task}/`}>
									<span>{nameOf(task)}</span>
								</a>
							</th>
						))}
						<th scope="col">
							<span>Others</span>
						</th>
						<th scope="col">Key</th>
					</tr>
				</thead>
				<tbody id="matrix">
					{providers.map((provider) => (
						<tr
							key={provider.id}
							data-words={wordsOf(provider.id, provider.name, ...provider.tasks, ...provider.tasks.map(nameOf))}
						>
							<th scope="row">
								<a href={`/providers/${provider.id}/`}>
									<ProviderMark id={provider.id} /> {provider.name}
								</a>
							</th>
							{columns.map((task) => (
								<td key={task}>
									{provider.tasks.includes(task) && (
										<span className="serves" role="img" aria-label={`serves ${nameOf(task)}`} />
									)}
								</td>
							))}
							<td>{provider.tasks.filter((task) => alone.includes(task)).length || ""}</td>
							<td>{provider.needsOwnKey ? "its own" : provider.isRouter ? "Hugging Face" : "either"}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p>
				<strong>Key</strong>: <em>either</em> a Hugging Face token, or the provider's own key with <code>--direct</code>
				. Which models a provider serves for a task: <code>hub models --provider ID --task TASK</code>.
			</p>
			<h2>Tasks of one provider</h2>
			<p>
				<Links items={alone.map((task) => [`/tasks/${task}/`, `${nameOf(task)} (${onlyOne(providers, task)})`])} />
			</p>
		</>
	);
}

function onlyOne(providers: readonly ProviderFacts[], task: string): string {
	return providers.find((provider) => provider.tasks.includes(task))?.name ?? "";
}

function describe(provider: ProviderFacts, tasks: TasksById): Page {
	const { id, name, baseUrl, keyVariables, needsOwnKey, hubOrg, isRouter } = provider;
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
						["URL through Hugging Face", !needsOwnKey && codeList([`https://router.huggingface.co/${id}`])],
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
					) : needsOwnKey ? (
						<>
							{name} takes its own keys only: Hugging Face does not pass calls on to it. Set <code>{keyVariable}</code>,
							or store the key once.
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
				<Example provider={provider} />
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

/** A call of the provider's first task, with a model of its own. */
function Example({ provider: { id, tasks: served, needsOwnKey } }: { provider: ProviderFacts }) {
	const task = served.find((known) => known === "conversational") ?? served.find((known) => findServed(id, known));
	const shown = task ?? served[0] ?? "conversational";
	const code = callSnippets(id, shown);
	return (
		<>
			<Code language="sh">{commandOf(id, shown, needsOwnKey)}</Code>
			{code && <CallCode code={code} provider={id} task={shown} />}
		</>
	);
}

/** Task → the rest of a command that calls it. */
const INPUTS: Record<string, string> = {
	"text-to-image": '"a lighthouse at dawn" -o lighthouse.png',
	"text-to-video": '"a boat on the sea" -o boat.mp4',
	"text-to-speech": '"Good morning." -o morning.wav',
	"automatic-speech-recognition": "talk.wav",
};

function commandOf(id: string, task: string, isDirect: boolean): string {
	const model = findServed(id, task)?.model ?? ANY_MODEL;
	const name = task === "conversational" ? "chat" : task;
	return `hub infer -t ${name} -p ${id}${isDirect ? " --direct" : ""} -m ${model} ${INPUTS[task] ?? '"Hello"'}`;
}

import { Code } from "../components/code.jsx";
import { Facts } from "../components/facts.jsx";

/** The list of providers, and a page each. */
export function listProviders({ providers, tasks }) {
	const names = new Map(tasks.map(({ id, name }) => [id, name]));
	return [overview(providers), ...providers.map((provider) => describe(provider, names))];
}

const SECTION = { kind: "Providers", section: "providers" };

function overview(providers) {
	return {
		...SECTION,
		path: "providers/",
		title: "Providers",
		navigationTitle: "All providers",
		description: `The ${providers.length} services that run models, what each serves, and the key it takes.`,
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
					{providers.map(({ id, name, tasks, keyVariable }) => (
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

function describe({ id, name, tasks, baseUrl, keyVariable, closedSource, hubOrg }, names) {
	return {
		...SECTION,
		path: `providers/${id}/`,
		title: name,
		description: `What ${name} serves, its key and URLs, and code that calls it.`,
		source: `src/inference/providers/${id}.ts`,
		content: (
			<>
				<Facts
					rows={[
						["Id", <code key="id">{id}</code>],
						["URL of direct calls", <code key="url">{baseUrl}</code>],
						["Key variable", <code key="key">{keyVariable}</code>],
						["Through the hub", closedSource ? "no, only with a key of its own" : "yes, with a hub token"],
						["On the hub", hubOrg && <a href={`https://huggingface.co/${hubOrg}`}>{hubOrg}</a>],
					]}
				/>
				<h2>Tasks</h2>
				<ul>
					{tasks.map((task) => (
						<li key={task}>
							<a href={`/tasks/${task}/`}>{names.get(task) ?? task}</a>
						</li>
					))}
				</ul>
				<h2>Code</h2>
				<Code language="sh">{`hub infer -p ${id}`}</Code>
			</>
		),
	};
}

import { ApiEntry } from "../components/api-entry.jsx";
import { ApiNames } from "../components/api-names.jsx";
import { Code } from "../components/code.jsx";

const SECTION = { kind: "API", section: "api" };

/** TypeDoc's kinds, in the order of a page. */
const GROUPS = [
	["Classes", 128],
	["Functions", 64],
	["Values", 32],
	["Namespaces", 4],
	["Interfaces", 256],
	["Types", 2097152],
	["Enumerations", 8],
];
const REFERENCE = 4194304;

const PURPOSES = {
	modelhub: "The client, all task functions, recording, retries and time limits.",
	tasks: "The catalogue: tasks, libraries, GGUF, widgets, local apps and hardware.",
	snippets: "Code that shows how to load or call a model.",
	sandbox: "A replacement for the hub, the router and all providers, as a fetch.",
	jinja: "Chat templates: render, format, check.",
	batch: "One task over many rows, within limits and a budget.",
	gateway: "An OpenAI-compatible server over every provider, as a function.",
	node: "Parts that need Node, such as recordings in files.",
};

/** The list of entry points, and a page each. */
export function listApi({ api, repository }) {
	return [overview(api), ...api.map((entry) => describe(entry, api, repository))];
}

function overview(api) {
	return {
		...SECTION,
		path: "api/",
		title: "API",
		navigationTitle: "Entry points",
		description: "Every name the library exports: what it does, shapes, units, defaults and errors.",
		source: "src/index.ts",
		content: api.map(({ path, name, module }) => (
			<section key={name}>
				<h2 id={name}>{path}</h2>
				<p>
					{PURPOSES[name]} <a href={`/api/${name}/`}>{module.children.length} names</a>
				</p>
				<ApiNames names={module.children.map((child) => child.name)} page={`/api/${name}/`} />
			</section>
		)),
	};
}

function describe({ path, name, file, module }, api, repository) {
	const groups = GROUPS.map(([title, kind]) => [title, module.children.filter((child) => child.kind === kind)]);
	const references = module.children.filter(({ kind }) => kind === REFERENCE);
	const exported = new Set(module.children.map((child) => child.name));
	return {
		...SECTION,
		path: `api/${name}/`,
		title: path,
		description: PURPOSES[name] ?? `Exports of ${path}.`,
		source: file,
		content: (
			<>
				<Code language="typescript">{`import { ${firstValue(module)} } from "${path}";`}</Code>
				{groups
					.filter(([, children]) => children.length > 0)
					.map(([title, children]) => (
						<section key={title}>
							<h2>{title}</h2>
							{children.map((child) => (
								<ApiEntry key={child.id} child={child} exported={exported} repository={repository} />
							))}
						</section>
					))}
				{references.length > 0 && (
					<section>
						<h2>Also here</h2>
						<p>Names of another entry point, exported again.</p>
						<ul>
							{references.map((reference) => (
								<li key={reference.id} id={reference.name}>
									<a href={linkOf(reference, api)}>
										<code>{reference.name}</code>
									</a>
								</li>
							))}
						</ul>
					</section>
				)}
			</>
		),
	};
}

function firstValue({ children }) {
	const client = children.find(({ name }) => name === "InferenceClient");
	const found = [64, 128, 32].map((wanted) => children.find(({ kind }) => kind === wanted)).find(Boolean);
	return (client ?? found ?? children[0]).name;
}

function linkOf({ name, target }, api) {
	const owner = api.find(({ module }) => module.children.some(({ id }) => id === target));
	const original = owner?.module.children.find(({ id }) => id === target);
	return owner ? `/api/${owner.name}/#${original.name}` : `/api/#${name}`;
}

import type { ReactNode } from "react";
import type { ApiArgument } from "../../build/api-arguments.ts";
import type { Declaration } from "../../build/typedoc.ts";
import { ApiEntry } from "../components/api-entry.tsx";
import { Code } from "../components/code.tsx";
import { WithCode } from "../components/prose.tsx";
import type { ApiEntryPoint, Facts, Page } from "../page.ts";
import { API_JOBS, type ApiName, findApiName } from "./api-jobs.ts";

const SECTION = { kind: "API", section: "api" };

const CLASS = 128;

/** TypeDoc's kinds, in the order of a page. */
const GROUPS = [
	["Classes", CLASS],
	["Functions", 64],
	["Values", 32],
	["Namespaces", 4],
	["Interfaces", 256],
	["Types", 2097152],
	["Enumerations", 8],
] as const;
const TYPES = new Set([256, 2097152]);
const REFERENCE = 4194304;

const PURPOSES: Record<string, string> = {
	modelhub: "The client, all task functions, recording, retries and time limits.",
	tasks: "The catalogue: tasks, libraries, GGUF, widgets, local apps and hardware.",
	snippets: "Code that shows how to load or call a model.",
	sandbox: "A replacement for Hugging Face, the router and all providers, as a fetch.",
	jinja: "Chat templates: render, format, check.",
	"jinja/core": "A lean engine with what chat templates use, for pages.",
	batch: "One task over many rows, within limits and a budget.",
	gateway: "An OpenAI-compatible server over every provider, as a function.",
	node: "Parts that need Node, such as recordings in files.",
};

/** The list of entry points, a page for each, and a page for every name. */
export function listApi({ api, repository }: Facts): Page[] {
	return [
		overview(api),
		...api.map((entry) => describeEntry(entry, api)),
		...api.flatMap((entry) => describeNames(entry, { repository, api })),
	];
}

/**
 * Folder of the page of a name. File systems that ignore case would mix up `Template` and `template`, and a value and a
 * type may share a name: the second one gets a number.
 */
export function pathOfName(entry: ApiEntryPoint, child: Declaration): string {
	const same = entry.module.children.filter(({ name }) => name.toLowerCase() === child.name.toLowerCase());
	const position = same.findIndex(({ id }) => id === child.id);
	return `api/${entry.name}/${child.name}${position > 0 ? `-${position + 1}` : ""}/`;
}

function overview(api: readonly ApiEntryPoint[]): Page {
	return {
		...SECTION,
		path: "api/",
		title: "API",
		navigationTitle: "Entry points",
		description:
			"The twenty names that people use, by job, each with an example; and every other name the library exports.",
		source: "src/index.ts",
		content: (
			<>
				{API_JOBS.map(({ title, text, names }) => (
					<section key={title}>
						<h2>{title}</h2>
						<p>{text}</p>
						<dl className="definitions">
							{names.map(({ entry, name, use }) => (
								<div key={name}>
									<dt>
										<a href={`/api/${entry}/${name}/`}>
											<code>{name}</code>
										</a>
									</dt>
									<dd>{use}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
				<h2>Entry points</h2>
				<p>Every other name is on the page of its entry point.</p>
				<dl className="definitions">
					{api.map(({ path, name, module }) => (
						<div key={name} id={name}>
							<dt>
								<a href={`/api/${name}/`}>
									<code>{path}</code>
								</a>
								<small>{module.children.length} names</small>
							</dt>
							<dd>{PURPOSES[name]}</dd>
						</div>
					))}
				</dl>
			</>
		),
	};
}

/** Example, arguments, errors and guide of a name that many use. */
function Usage({ name, args, api }: { name: ApiName; args: readonly ApiArgument[]; api: readonly ApiEntryPoint[] }) {
	return (
		<>
			<h2 id="example">Example</h2>
			<Code language="typescript">{name.example}</Code>
			<Code language="text">{name.prints}</Code>
			<p>
				More in the guide: <a href={`/${name.guide}`}>{name.guide.split("/")[1]?.replaceAll("-", " ")}</a>.
			</p>
			{args.length > 0 && <Arguments args={args} api={api} />}
			{name.errors.length > 0 && (
				<>
					<h2 id="errors">Errors</h2>
					<ul>
						{name.errors.map((error) => (
							<li key={error}>
								<a href={pathOfExport(error, api)}>
									<code>{error}</code>
								</a>
							</li>
						))}
					</ul>
				</>
			)}
			<h2 id="declaration">Declaration</h2>
		</>
	);
}

/** What a function takes, from its declaration. */
function Arguments({ args, api }: { args: readonly ApiArgument[]; api: readonly ApiEntryPoint[] }) {
	return (
		<>
			<h2 id="arguments">Arguments and defaults</h2>
			<table className="stacked">
				<thead>
					<tr>
						<th>Name</th>
						<th>Meaning</th>
						<th>Default</th>
					</tr>
				</thead>
				<tbody>
					{[...args].sort(byNeed).map(({ name, meaning, type, isRequired, default: standard }) => (
						<tr key={name}>
							<td>
								<code>{name}</code>
							</td>
							<td>
								<WithCode>{meaning}</WithCode>
								{type && (
									<>
										{meaning && ". "}Fields: <a href={pathOfExport(type, api)}>{type}</a>
									</>
								)}
							</td>
							<td data-label={isRequired ? undefined : "Default"}>
								{isRequired ? "required" : <WithCode>{standard ?? "none"}</WithCode>}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}

/** What is required comes first. */
const byNeed = (left: ApiArgument, right: ApiArgument) => Number(right.isRequired) - Number(left.isRequired);

/** The page of a name, wherever it is exported. */
function pathOfExport(name: string, api: readonly ApiEntryPoint[]): string {
	const owner = api.find(({ module }) =>
		module.children.some((child) => child.name === name && child.kind !== REFERENCE),
	);
	const child = owner?.module.children.find((candidate) => candidate.name === name);
	if (!owner || !child) throw new Error(`The API has no ${name}.`);
	return `/${pathOfName(owner, child)}`;
}

/** The names of an entry point. Each keeps the anchor it had when all of them shared this page, and links to its own. */
function describeEntry(entry: ApiEntryPoint, api: readonly ApiEntryPoint[]): Page {
	const { path, name, file, module } = entry;
	const references = module.children.filter(({ kind }) => kind === REFERENCE);
	return {
		...SECTION,
		path: `api/${name}/`,
		title: path,
		description: PURPOSES[name] ?? `Exports of ${path}.`,
		source: file,
		content: (
			<>
				<Code language="typescript">{`import { ${firstValue(module)} } from "${path}";`}</Code>
				{groupsOf(module).map(([title, children]) => (
					<section key={title}>
						<h2>{title}</h2>
						<dl className="definitions api-list">
							{children.map((child) => (
								<div key={child.id} id={child.name}>
									<dt>
										<a className="moved" href={`/${pathOfName(entry, child)}`}>
											<code>{child.name}</code>
										</a>
									</dt>
									<dd>{firstSentence(child)}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
				{references.length > 0 && (
					<section>
						<h2>Also here</h2>
						<p>Names of another entry point, exported again.</p>
						<ul>
							{references.map((reference) => (
								<li key={reference.id} id={reference.name}>
									<a className="moved" href={linkOf(reference, api)}>
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

function describeNames(
	entry: ApiEntryPoint,
	{ repository, api }: { repository: string; api: readonly ApiEntryPoint[] },
): Page[] {
	const paths = new Map(entry.module.children.map((child) => [child.name, `/${pathOfName(entry, child)}`]));
	return groupsOf(entry.module).flatMap(([group, children]) =>
		children.map((child): Page => {
			const summary = textOfComment(child);
			const usage = findApiName(entry.name, child.name);
			return {
				...SECTION,
				section: `api/${entry.name}/${group}`,
				path: pathOfName(entry, child),
				title: child.name,
				// Names of different entry points may be equal, titles of pages must not.
				documentTitle: `${child.name} · ${entry.path}${pathOfName(entry, child).endsWith(`/${child.name}/`) ? "" : ` (${group})`}`,
				heading: child.name,
				lead: false,
				group,
				isType: TYPES.has(child.kind),
				description: `${child.name} of ${entry.path}: ${summary.slice(0, 140) || GROUP_WORDS[group]}`,
				source: child.sources?.[0]?.fileName ?? entry.file,
				content: (
					<>
						<Code language="typescript">{importOf(child, entry)}</Code>
						{usage && <Usage name={usage} args={argumentsOf(entry, child)} api={api} />}
						<ApiEntry child={child} paths={paths} repository={repository} hasArguments={usage !== undefined} />
					</>
				),
			};
		}),
	);
}

/** Errors are not made by those who use them. */
function argumentsOf(entry: ApiEntryPoint, { name, kind }: Declaration): readonly ApiArgument[] {
	return kind === CLASS && name.endsWith("Error") ? [] : (entry.arguments[name] ?? []);
}

const GROUP_WORDS: Record<string, string> = { Types: "a type", Interfaces: "an interface" };

function importOf({ name, kind }: Declaration, { path }: ApiEntryPoint): string {
	return `import ${TYPES.has(kind) ? "type " : ""}{ ${name} } from "${path}";`;
}

function groupsOf({ children }: ApiEntryPoint["module"]): [title: string, children: Declaration[]][] {
	return GROUPS.map(([title, kind]): [string, Declaration[]] => [
		title,
		children.filter((child) => child.kind === kind),
	]).filter(([, members]) => members.length > 0);
}

/** The summary of a name's comment, as plain text. */
function textOfComment({ comment, signatures, type }: Declaration): string {
	const declaration = type?.type === "reflection" ? type.declaration : undefined;
	const found = comment ?? signatures?.[0]?.comment ?? declaration?.comment ?? declaration?.signatures?.[0]?.comment;
	return (found?.summary ?? [])
		.map(({ text }) => text.replaceAll("`", ""))
		.join("")
		.replace(/\s+/g, " ")
		.trim();
}

function firstSentence(child: Declaration): ReactNode {
	return /^.*?[.:](?= |$)/.exec(textOfComment(child))?.[0].replace(/:$/, ".") ?? textOfComment(child);
}

function firstValue({ children }: ApiEntryPoint["module"]): string {
	const client = children.find(({ name }) => name === "InferenceClient");
	const found = [64, 128, 32].map((wanted) => children.find(({ kind }) => kind === wanted)).find(Boolean);
	return (client ?? found ?? children[0])?.name ?? "";
}

function linkOf(reference: Declaration, api: readonly ApiEntryPoint[]): string {
	const target = "target" in reference ? reference.target : undefined;
	const owner = api.find(({ module }) => module.children.some(({ id }) => id === target));
	const original = owner?.module.children.find(({ id }) => id === target);
	return owner && original ? `/${pathOfName(owner, original)}` : `/api/#${reference.name}`;
}

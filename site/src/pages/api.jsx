import { Comment, Inline } from "../components/api-comment.jsx";
import { printMember, printSignature, printType, printTypeParameters } from "../components/api-type.js";
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
	sandbox: "The stand-in for the hub, the router and all providers, as a fetch.",
	jinja: "Chat templates: render, format, check.",
	batch: "One task over many rows, within limits and a budget.",
	gateway: "An OpenAI-compatible server over every provider, as a function.",
	node: "What only Node can do, such as recordings in files.",
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
				<p className="names">
					{module.children.map((child) => (
						<a key={child.id} href={`/api/${name}/#${idOf(child)}`}>
							<code>{child.name}</code>
						</a>
					))}
				</p>
			</section>
		)),
	};
}

function describe({ path, name, file, module }, api, repository) {
	const groups = GROUPS.map(([title, kind]) => [title, module.children.filter((child) => child.kind === kind)]);
	const references = module.children.filter(({ kind }) => kind === REFERENCE);
	return {
		...SECTION,
		path: `api/${name}/`,
		title: path,
		description: PURPOSES[name] ?? `What ${path} exports.`,
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
								<Entry key={child.id} child={child} repository={repository} />
							))}
						</section>
					))}
				{references.length > 0 && (
					<section>
						<h2>Also here</h2>
						<p>Names of another entry point, exported again.</p>
						<ul>
							{references.map((reference) => (
								<li key={reference.id} id={idOf(reference)}>
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

const idOf = ({ name }) => name;

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

/** An exported name. */
function Entry({ child, repository }) {
	const { name, sources, kind } = child;
	const [source] = sources ?? [];
	const signature = child.signatures?.[0] ?? child.type?.declaration?.signatures?.[0];
	const comment = child.comment ?? signature?.comment ?? child.type?.declaration?.comment;
	return (
		<section className="api-entry">
			<h3 id={idOf(child)}>
				<code>{name}</code>
			</h3>
			{source && (
				<p className="api-source">
					<a href={`${repository}/blob/main/${source.fileName}#L${source.line}`}>
						{source.fileName}:{source.line}
					</a>
				</p>
			)}
			<Comment comment={comment} />
			{kind !== 128 && <Code language="typescript">{printDeclaration(child)}</Code>}
			<Parameters signature={signature} />
			<Members child={child} />
		</section>
	);
}

/** Longest declaration shown in one line. */
const LINE = 100;

function printDeclaration({ kind, name, signatures, type, typeParameters, children = [], extendedTypes }) {
	if (signatures) return signatures.map((one) => `function ${name}${printSignature(one)}`).join("\n");
	if (kind === 32) return `const ${name}: ${breakUnion(printType(type))}`;
	if (kind === 2097152) return `type ${name}${printTypeParameters(typeParameters)} = ${breakUnion(printType(type))}`;
	if (kind === 4) return `namespace ${name}`;
	const base = extendedTypes?.length ? ` extends ${extendedTypes.map(printType).join(", ")}` : "";
	const lines = children.filter(({ inheritedFrom }) => !inheritedFrom).map((member) => `  ${printMember(member)};`);
	return `interface ${name}${printTypeParameters(typeParameters)}${base} {\n${lines.join("\n")}\n}`;
}

function breakUnion(text) {
	if (text.length <= LINE || /[{(<]/.test(text)) return text;
	return text
		.split(" | ")
		.map((part) => `\n  | ${part}`)
		.join("");
}

function Parameters({ signature }) {
	const told = (signature?.parameters ?? []).filter(({ comment }) => comment);
	if (told.length === 0) return null;
	return (
		<dl className="definitions">
			{told.map(({ name, comment }) => (
				<div key={name}>
					<dt>
						<code>{name}</code>
					</dt>
					<dd>
						<Inline parts={comment.summary} />
					</dd>
				</div>
			))}
		</dl>
	);
}

/** Members with what their comments say. */
function Members({ child }) {
	const isClass = child.kind === 128;
	const declared = child.children ?? child.type?.declaration?.children ?? [];
	const members = declared.filter(({ inheritedFrom }) => !inheritedFrom);
	const shown = members.filter((member) => isClass || commentOf(member));
	if (shown.length === 0) return null;
	return (
		<dl className="definitions members">
			{shown.map((member) => (
				<div key={member.id}>
					<dt>
						<code>{isClass ? printMember(member) : `${member.name}${member.flags?.isOptional ? "?" : ""}`}</code>
					</dt>
					<dd>
						<Comment comment={commentOf(member)} />
					</dd>
				</div>
			))}
		</dl>
	);
}

function commentOf({ comment, signatures, getSignature, type }) {
	return comment ?? signatures?.[0]?.comment ?? getSignature?.comment ?? type?.declaration?.signatures?.[0]?.comment;
}

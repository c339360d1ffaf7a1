import { MODEL_LIBRARIES_UI_ELEMENTS, type ModelData } from "modelhub/tasks";
import { Code } from "../components/code.tsx";
import { Facts, Links } from "../components/facts.tsx";
import { Filter, wordsOf } from "../components/filter.tsx";
import type { LibraryFacts, Page, Facts as SiteFacts } from "../page.ts";

const SECTION = { kind: "Libraries", source: "src/catalogue/data/libraries.json" };

/** Records for the examples of libraries: a task, and the facts their code needs. */
const EXAMPLE: ModelData = { id: "OWNER/MODEL", inference: "", tags: [] };

/** The list of libraries with a filter, and a page each. */
export function listLibraries({ libraries, tasks }: SiteFacts): Page[] {
	const names = new Map<string, string>(tasks.map(({ id, name }) => [id, name]));
	return [overview(libraries), ...libraries.map((library) => describe(library, names))];
}

function overview(libraries: readonly LibraryFacts[]): Page {
	return {
		...SECTION,
		path: "libraries/",
		title: "Libraries",
		section: "libraries",
		layout: "wide",
		description: `The ${libraries.length} libraries that load models of Hugging Face: code for ${libraries.filter(({ hasSnippets }) => hasSnippets).length}, and the documentation of all.`,
		content: (
			<>
				<Filter list="libraries" placeholder="Filter by name or task" />
				<ul className="cards compact" id="libraries">
					{libraries.map(({ id, name, tasks, hasSnippets }) => (
						<li key={id} data-words={wordsOf(id, name, ...tasks)}>
							<a href={`/libraries/${id}/`}>{name}</a>
							<p>
								{hasSnippets ? "code" : "no code"}
								{tasks.length > 0 && `, ${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}`}
							</p>
						</li>
					))}
				</ul>
			</>
		),
	};
}

function describe(library: LibraryFacts, names: ReadonlyMap<string, string>): Page {
	const { id, name, repoName, repoUrl, docsUrl, tasks, downloadRule } = library;
	const examples = exampleCode(library);
	return {
		...SECTION,
		path: `libraries/${id}/`,
		// Beside it stand the parts of the area, not 258 other libraries.
		section: `libraries/${id}`,
		title: name === id ? name : `${name} (${id})`,
		heading: name,
		description: `How to load models with ${name}: code, tasks and where to read more.`,
		content: (
			<>
				<Facts
					rows={[
						["Library id", <code key="id">{id}</code>],
						[
							"Source code",
							<a key="code" href={repoUrl}>
								{readRepository(repoUrl) ?? repoName}
							</a>,
						],
						["Documentation", docsUrl && <a href={docsUrl}>{docsUrl}</a>],
						["Downloads", `counted by requests for ${downloadRule}`],
						["Tasks", tasks.length > 0 && <Links items={tasks.map((task) => [`/tasks/${task}/`, names.get(task)])} />],
						[
							"Models",
							<a key="models" href={`https://huggingface.co/models?library=${id}`}>
								on Hugging Face
							</a>,
						],
					]}
				/>
				<h2>Load a model</h2>
				{examples.length > 0 ? (
					examples.map((content) => (
						<Code key={content} language={languageOf(content)}>
							{content}
						</Code>
					))
				) : (
					<p>
						There is no code for this library yet. <a href={docsUrl ?? repoUrl}>Its documentation</a> explains how to
						load a model. The page of a model on Hugging Face lists its files.
					</p>
				)}
				{examples.length > 0 && (
					<>
						<p>
							<code>OWNER/MODEL</code> is a placeholder for the id of a model. For the code of a specific model:
						</p>
						<Code language="sh">{`hub snippet OWNER/MODEL -l ${id}`}</Code>
					</>
				)}
			</>
		),
	};
}

/** Owner and name of a repository, without signs that a font may lack. */
function readRepository(url: string): string | undefined {
	return /^https:\/\/(?:github\.com|huggingface\.co)\/([^/]+\/[^/?#]+)/.exec(url)?.[1];
}

function exampleCode({ id, tasks }: LibraryFacts): readonly string[] {
	const { snippets } = MODEL_LIBRARIES_UI_ELEMENTS[id];
	if (!snippets) return [];
	return snippets({ ...EXAMPLE, library_name: id, tags: [id], ...(tasks[0] ? { pipeline_tag: tasks[0] } : {}) });
}

/** Snippets of libraries have no language; it is derived from their first words. */
function languageOf(code: string): string {
	if (/^\s*(import \w+ from|import \{|const |\/\/ npm)/m.test(code)) return "javascript";
	if (/^(using |var )/m.test(code)) return "csharp";
	if (/^\s*(from \w|import \w|def |\w+ = )/m.test(code)) return "python";
	return "sh";
}

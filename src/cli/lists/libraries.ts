import { type ModelLibraryKey, PIPELINE_TYPES, type PipelineType } from "../../catalogue/index.ts";
import { ALL_MODEL_LIBRARY_KEYS, DEFAULT_COUNTED_FILES, MODEL_LIBRARIES } from "../../catalogue/libraries.ts";
import { joinWords } from "../../catalogue/schemas.ts";
import { LIBRARY_TASK_MAPPING, TASKS_MODEL_LIBRARIES } from "../../catalogue/task-libraries.ts";
import { hasLibrarySnippets } from "../../snippets/library/index.ts";

/** A library as `hub libraries --json` prints it; the fields are described in docs/json.md and stay as they are. */
export interface LibraryEntry {
	/** The value of a model's `library_name`. */
	id: ModelLibraryKey;
	name: string;
	repoName: string;
	repoUrl: string;
	docsUrl: string | null;
	filter: boolean;
	tasks: PipelineType[];
	/** Tasks Hugging Face's own inference service runs with it. */
	inferenceTasks: readonly PipelineType[];
	/** Query for the files whose downloads count; null for the usual ones. */
	countDownloads: string | null;
	downloadRule: string;
	/** Whether `hub snippet MODEL -l ID` has code to load a model. */
	hasSnippets: boolean;
}

/** All libraries, in the catalogue's order; computed when the command is built (scripts/build.ts). */
export const LIBRARY_LIST: readonly LibraryEntry[] = ALL_MODEL_LIBRARY_KEYS.map((id) => {
	const { prettyLabel, repoName, repoUrl, docsUrl, filter, countDownloads } = MODEL_LIBRARIES[id];
	return {
		id,
		name: prettyLabel,
		repoName,
		repoUrl,
		docsUrl: docsUrl ?? null,
		filter: filter ?? false,
		tasks: PIPELINE_TYPES.filter((task) => TASKS_MODEL_LIBRARIES[task].includes(id)),
		inferenceTasks: LIBRARY_TASK_MAPPING[id] ?? [],
		countDownloads: countDownloads ?? null,
		downloadRule: describeDownloadRule(countDownloads, DEFAULT_COUNTED_FILES),
		hasSnippets: hasLibrarySnippets(id),
	};
});

/**
 * Describes which files a query counts, such as `the file config.json, or files ending in .pt or .ckpt`.
 * @param query terms `field:"value"` joined by `AND` and `OR`; undefined for the usual files
 * @param usual file names counted without a query
 */
export function describeDownloadRule(query: string | undefined, usual: readonly string[]): string {
	if (query === undefined) return nameFiles(usual);
	const paths: string[] = [];
	const extensions: string[] = [];
	const others: string[] = [];
	for (const alternative of query.split(" OR ")) {
		const terms = alternative
			.replace(/^\((.*)\)$/, "$1")
			.split(" AND ")
			.map(readTerm);
		const [first] = terms;
		if (terms.length === 1 && first?.field === "path") paths.push(first.value);
		else if (terms.length === 1 && first?.field === "path_extension") extensions.push(`.${first.value}`);
		else others.push(describeTerms(terms));
	}
	return [
		...(paths.length > 0 ? [nameFiles(paths)] : []),
		...(extensions.length > 0 ? [`files ending in ${joinWords(extensions, "or")}`] : []),
		...others,
	].join(", or ");
}

function readTerm(text: string) {
	const [, field, value = ""] = /^([a-z_]+):"(.*)"$/.exec(text.trim()) ?? [];
	if (field === undefined) throw new Error(`an unreadable term: ${text}`);
	return { field, value };
}

function describeTerms(terms: readonly ReturnType<typeof readTerm>[]): string {
	const find = (field: string): string | undefined => terms.find((term) => term.field === field)?.value;
	const [path, name, extension, folder] = ["path", "path_filename", "path_extension", "path_prefix"].map(find);
	const what = [
		path !== undefined && `the file ${path}`,
		name !== undefined &&
			`files named ${extension === undefined ? `${name} with any extension` : `${name}.${extension}`}`,
		name === undefined && extension !== undefined && `files ending in .${extension}`,
	].filter(Boolean);
	const where =
		folder === undefined ? find("_exists_") === "path_prefix" && "inside a folder" : `in the folder ${folder}`;
	return [what.join(" "), where].filter(Boolean).join(" ");
}

function nameFiles(paths: readonly string[]): string {
	return `the ${paths.length === 1 ? "file" : "files"} ${joinWords(paths, "or")}`;
}

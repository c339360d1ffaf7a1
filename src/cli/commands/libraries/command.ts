import type { Command } from "commander";
import { findTask, TASK_NAMES } from "../../../catalogue/aliases.ts";
import type { Searched } from "../../../catalogue/search-words.ts";
import type { Context } from "../../context.ts";
import { unknownWord } from "../../errors/usage.ts";
import { LIBRARY_LIST, type LibraryEntry } from "../../lists/libraries.prepared.ts";
import { buildCommand } from "../../options/add-options.ts";
import { type EntryOptions, printEntry, printMatches, rejectFilters } from "../../output/entries.ts";
import { Page } from "../../terminal/page.ts";
import type { TableView } from "../../terminal/table.ts";
import { columnsOf } from "../../terminal/width.ts";
import PAGE from "./command.json" with { type: "json" };
import { findLibrary } from "./find-library.ts";

interface LibrariesOptions extends EntryOptions {
	task?: string;
	snippets?: boolean;
	search?: string;
}

/** `hub libraries`: the libraries that load models. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE).action((key, options) => showLibraries(key, options, context));
}

async function showLibraries(key: string | undefined, options: LibrariesOptions, context: Context): Promise<void> {
	const { task, snippets, search } = options;
	if (key !== undefined) {
		rejectFilters({ task, snippets, search }, "library");
		return printEntry(await findLibrary(key), formatLibraryPage, options, context);
	}
	const wanted = task === undefined ? undefined : readTask(task);
	const entries = LIBRARY_LIST.filter(
		(library) =>
			(wanted === undefined || library.tasks.some((id) => id === wanted)) && (!snippets || library.hasSnippets),
	);
	const textsOf = ({ id, name, repoName, repoUrl, docsUrl, tasks }: LibraryEntry): Searched => {
		return { names: [id, name, repoName], texts: [repoUrl, docsUrl ?? "", ...tasks] };
	};
	const none = "No library matches.";
	const hint = "hub libraries KEY shows more about one.";
	await printMatches(entries, { word: search, in: textsOf, none, hint }, LIST, options, context);
}

const LIST: TableView<LibraryEntry> = {
	cells: ({ id, name, hasSnippets, tasks, repoUrl, docsUrl }) => {
		return [id, name, hasSnippets ? "yes" : "no", tasks.join(","), repoUrl, docsUrl ?? ""];
	},
	columns: [
		{ title: "LIBRARY", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "NAME", value: ({ name }) => name, least: 12 },
		{ title: "SNIPPETS", value: ({ hasSnippets }) => (hasSnippets ? "yes" : "") },
		{ title: "TASKS", value: ({ tasks }) => String(tasks.length || ""), align: "right" },
		{ title: "REPOSITORY", value: ({ repoUrl }) => repoUrl.replace(/^https:\/\//, ""), least: 30, style: "dim" },
	],
};

/** Chat is not among the libraries' tasks: it is a use of text generation. */
function readTask(word: string): string {
	const task = findTask(word);
	if (task === undefined) throw unknownWord("task", word, TASK_NAMES, "See hub tasks for all.");
	return task === "conversational" ? "text-generation" : task;
}

export function formatLibraryPage(
	library: LibraryEntry,
	{ stdout, colors }: Pick<Context, "stdout" | "colors">,
): string {
	const page = new Page(columnsOf(stdout), colors.stdout);
	page.title(library.name, library.name === library.id ? undefined : library.id);
	page.facts([
		["Repository", library.repoUrl],
		["Documentation", library.docsUrl ?? undefined],
		["Tasks", library.tasks.join(", ") || undefined],
		["Hub inference", library.inferenceTasks.join(", ") || undefined],
		["Downloads", `counted by requests for ${library.downloadRule}`],
		["Snippets", library.hasSnippets ? undefined : "none"],
	]);
	if (library.hasSnippets) {
		page.heading("How to load a model with it");
		page.verbatim(`hub snippet MODEL -l ${library.id}`);
	}
	page.heading("More");
	page.verbatim(
		`hub models --library ${library.id}`,
		...(library.tasks.length > 0 ? [`hub tasks --library ${library.id}`] : []),
		`https://huggingface.co/models?library=${encodeURIComponent(library.id)}`,
	);
	return page.toString();
}

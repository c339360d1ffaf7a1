import { Argument, Option } from "@commander-js/extra-typings";
import { findTask, TASK_NAMES, taskName } from "../../../catalogue/aliases.ts";
import type { Searched } from "../../../catalogue/search-words.ts";
import type { Context } from "../../context.ts";
import { unknownWord } from "../../errors/usage.ts";
import { LIBRARY_LIST, type LibraryEntry } from "../../lists/libraries.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import * as shared from "../../options/shared-options.ts";
import { printEntry, printMatches, rejectFilters } from "../../output/entries.ts";
import { Page } from "../../terminal/page.ts";
import type { TableView } from "../../terminal/table.ts";
import { columnsOf } from "../../terminal/width.ts";
import { findLibrary } from "./find-library.ts";

const OPTIONS = {
	"Output:": [...shared.format],
	"Filters of the list:": [
		new Option("--task <task>", "only those that can run models of this task"),
		new Option("--snippets", "only those for which hub snippet has code"),
		new Option("--search <text>", "only those whose names, tasks or URLs contain every word"),
	],
} as const satisfies OptionGroups;

type LibrariesOptions = OptionValues<typeof OPTIONS>;

/** `hub libraries`: the libraries that load models. */
export const createCommand = defineCommand({
	name: "libraries",
	description: "Lists the libraries that load models, or shows one: tasks, documentation, repository, snippets.",
	arguments: [new Argument("[key]", "the library's id, such as transformers")],
	options: OPTIONS,
	help: [
		"Without a key: a table on a terminal; in a pipe one line each, with tabs",
		"between id, name, whether there are snippets (yes or no), tasks, repository and",
		"documentation. --quiet alone prints only ids.",
		"",
		"JSON (docs/json.md): id, name, repoName, repoUrl, docsUrl, filter, tasks,",
		"inferenceTasks, countDownloads, downloadRule, hasSnippets.",
		"",
		"Examples:",
		"  hub libraries transformers",
		"  hub libraries --task text-to-speech",
		"  hub libraries --json | jq -r '.[] | select(.hasSnippets) | .id'",
		"",
		"Exit codes: 0 success, 2 unknown library or wrong usage",
		"See also:   hub tasks, hub snippet --help",
	],
	action: ([key], options, context) => showLibraries(key, options, context),
});

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
		return [id, name, hasSnippets ? "yes" : "no", tasks.map(taskName).join(","), repoUrl, docsUrl ?? ""];
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

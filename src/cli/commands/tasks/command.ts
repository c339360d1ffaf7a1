import { Argument, Option } from "@commander-js/extra-typings";
import { findTask, TASK_NAMES, taskName } from "../../../catalogue/aliases.ts";
import { MODALITIES, MODALITY_LABELS, type Modality } from "../../../catalogue/modalities.ts";
import { type Searched, searchEntries } from "../../../catalogue/search-words.ts";
import type { Context } from "../../context.ts";
import { inapplicable, unknownWord, wrongValue } from "../../errors/usage.ts";
import type { TaskEntry } from "../../lists/task-entry.ts";
import { PROVIDER_IDS, TASK_LIST } from "../../lists/tasks.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import * as shared from "../../options/shared-options.ts";
import { printEntries, printEntry, printMatches, rejectFilters } from "../../output/entries.ts";
import type { TableView } from "../../terminal/table.ts";
import { findLibrary } from "../libraries/find-library.ts";

const OPTIONS = {
	"Output:": [new Option("--full", "of one task: everything, not one screen"), ...shared.format],
	"Filters of the list:": [
		new Option("--modality <kind>", "only of this kind of data: multimodal, nlp, cv, audio, tabular, rl, other"),
		new Option("--library <key>", "only those this library can run"),
		new Option("-p, --provider <id>", "only those this provider serves"),
		new Option("--search <text>", "only those whose names or summary contain every word, names first"),
	],
} as const satisfies OptionGroups;

type TasksOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub tasks`: the tasks of models. */
export const createCommand = defineCommand({
	name: "tasks",
	description: "Lists the tasks, or shows all about one: models, parameters, providers, how to run it.",
	arguments: [new Argument("[task]", "id or short name, such as text-to-image or t2i; another word searches")],
	options: OPTIONS,
	help: [
		"Without a task: a table on a terminal; in a pipe one line each, with tabs",
		"between id, name, modality, short names, default model and providers. --quiet",
		"alone prints only ids.",
		"",
		"JSON (docs/json.md): id, name, modality, summary, aliases, canonicalId,",
		"subtasks, libraries, providers, defaultModel. One task also has models,",
		"datasets, metrics, spaces, widgetModels, demo, parameters, useCases, variants,",
		"evaluation, command, youtubeId.",
		"",
		"Examples:",
		"  hub tasks text-to-image",
		"  hub tasks text-to-image --full",
		"  hub tasks --modality audio --provider hf-inference",
		"  hub tasks --json | jq -r '.[] | select(.modality == \"audio\") | .id'",
		"",
		"Exit codes: 0 success, 2 unknown task or wrong usage",
		"See also:   hub libraries, hub models --help, hub infer --help",
	],
	action: ([name], options, context) => showTasks(name, options, context),
});

async function showTasks(name: string | undefined, options: TasksOptions, context: Context): Promise<void> {
	const { modality, library, provider, search } = options;
	if (name !== undefined) {
		rejectFilters({ modality, library, provider, search }, "task");
		const entry = findEntry(name) ?? (await showMatches(name, options, context));
		if (entry === undefined) return;
		const { loadTaskDetails, formatTaskPage, formatBriefTaskPage } = await import("./page.ts");
		const format = options.full ? formatTaskPage : formatBriefTaskPage;
		return printEntry(await loadTaskDetails(entry), format, options, context);
	}
	if (options.full) throw inapplicable("--full needs a task.", "hub tasks TASK --full");
	const wanted = modality === undefined ? undefined : readModality(modality);
	const libraryId = library === undefined ? undefined : (await findLibrary(library)).id;
	if (provider !== undefined && !PROVIDER_IDS.includes(provider)) {
		throw unknownWord("provider", provider, PROVIDER_IDS, `Providers: ${PROVIDER_IDS.join(", ")}.`);
	}
	const entries = TASK_LIST.filter(
		(task) =>
			(wanted === undefined || task.modality === wanted) &&
			(libraryId === undefined || task.libraries.includes(libraryId)) &&
			(provider === undefined || task.providers.includes(provider)),
	);
	const none = "No task matches.";
	const hint = "hub tasks TASK shows all about one.";
	const view = search === undefined ? BY_MODALITY : LIST;
	await printMatches(entries, { word: search, in: searchedTexts, none, hint }, view, options, context);
}

/** Prints the search results for a word that is not a task. With --json, which promises one task, it is an error. */
async function showMatches(name: string, options: TasksOptions, context: Context): Promise<undefined> {
	const isForPeople = !options.json && (options.format === undefined || options.format === "table");
	const entries = isForPeople ? searchEntries(name, TASK_LIST, searchedTexts) : [];
	if (entries.length === 0) {
		throw unknownWord("task", name, TASK_NAMES, "See hub tasks for all, or hub tasks --search TEXT.");
	}
	context.note(`No task is called "${name}". These match:`);
	await printEntries(entries, LIST, options, context);
}

const LIST: TableView<TaskEntry> = {
	cells: ({ id, name, modality, aliases, defaultModel, providers }) => {
		return [taskName(id), name, modality, aliases.join(","), defaultModel ?? "", providers.join(",")];
	},
	columns: [
		{ title: "TASK", value: ({ id }) => taskName(id), whole: true, style: "cyan" },
		{ title: "SHORT NAMES", value: (entry) => shortNames(entry).join(", "), least: 24 },
		{ title: "DEFAULT MODEL", value: ({ defaultModel }) => defaultModel ?? "", least: 20, style: "dim" },
		{ title: "PROVIDERS", value: ({ providers }) => String(providers.length || ""), align: "right" },
	],
};

const BY_MODALITY: TableView<TaskEntry> = {
	...LIST,
	sections: (entries) =>
		MODALITIES.map((modality) => ({
			heading: MODALITY_LABELS[modality],
			rows: entries.filter((entry) => entry.modality === modality),
		})),
};

/** Other names of a task than its display name. */
function shortNames({ id, aliases }: TaskEntry): string[] {
	return aliases.filter((alias) => alias !== taskName(id));
}

function findEntry(name: string): TaskEntry | undefined {
	const id = findTask(name);
	const entry = TASK_LIST.find((task) => task.id === id);
	const whole = TASK_LIST.find(({ subtasks }) => subtasks.some((subtask) => subtask.id === name));
	if (entry || !whole) return entry;
	throw wrongValue(`"${name}" is a subtask of ${whole.id}.`, `See hub tasks ${whole.id}.`);
}

/** Returns the modality of an id (`cv`) or a heading (`computer vision`). */
function readModality(word: string): Modality {
	const wanted = word.trim().toLowerCase();
	const found = MODALITIES.find((id) => [id, MODALITY_LABELS[id].toLowerCase()].includes(wanted));
	if (found) return found;
	const suggestions = new Map<string, string>();
	for (const id of MODALITIES) {
		const label = MODALITY_LABELS[id];
		const shown = label.toLowerCase() === id ? id : `${id} (${label})`;
		suggestions.set(id, shown).set(label, shown);
	}
	const all = [...new Set(suggestions.values())].join(", ");
	throw unknownWord("modality", word, suggestions, `Modalities: ${all}.`);
}

function searchedTexts({ id, name, aliases, modality, subtasks, summary }: TaskEntry): Searched {
	const parts = subtasks.flatMap((subtask) => [subtask.id, subtask.name]);
	return { names: [id, name, ...aliases], texts: [MODALITY_LABELS[modality], ...parts, summary ?? ""] };
}

import type { Command } from "commander";
import { findTask, TASK_NAMES, taskName } from "../../../catalogue/aliases.ts";
import { MODALITIES, MODALITY_LABELS, type Modality } from "../../../catalogue/modalities.ts";
import { type Searched, searchEntries } from "../../../catalogue/search-words.ts";
import type { Context } from "../../context.ts";
import { inapplicable, unknownWord, wrongValue } from "../../errors/usage.ts";
import type { TaskEntry } from "../../lists/task-entry.ts";
import { PROVIDER_IDS, TASK_LIST } from "../../lists/tasks.prepared.ts";
import { buildCommand } from "../../options/add-options.ts";
import { type EntryOptions, printEntries, printEntry, printMatches, rejectFilters } from "../../output/entries.ts";
import type { TableView } from "../../terminal/table.ts";
import { findLibrary } from "../libraries/find-library.ts";
import PAGE from "./command.json" with { type: "json" };

export interface TasksOptions extends EntryOptions {
	modality?: string;
	library?: string;
	provider?: string;
	search?: string;
	full?: boolean;
}

/** `hub tasks`: the tasks of models. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE).action((name, options) => showTasks(name, options, context));
}

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

/** Prints what a word that is no task's name finds. With --json, which promises one task, it is an error. */
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
		return [id, name, modality, aliases.join(","), defaultModel ?? "", providers.join(",")];
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
	const name = taskName(id);
	return name === id ? aliases : [id, ...aliases.filter((alias) => alias !== name)];
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

import { type Searched, searchEntries } from "../../catalogue/search-words.ts";
import type { Context } from "../context.ts";
import { inapplicable, optionConflict } from "../errors/usage.ts";
import { toJson } from "../terminal/json.ts";
import { printPaged } from "../terminal/pager.ts";
import { isReadByAgent } from "../terminal/process-io.ts";
import { type TableView, viewLines, viewTable } from "../terminal/table.ts";
import type { ResultFormat } from "./result-formats.ts";

/** How entries of a catalogue are printed. */
export interface EntryOptions {
	format?: ResultFormat;
	json?: boolean;
	quiet?: boolean;
}

/**
 * Prints a list. A table on a terminal, one line each in a pipe; `--quiet` alone prints the ids.
 * @throws UsageError if the flags contradict each other
 */
export async function printEntries<Entry extends { id: string }>(
	entries: readonly Entry[],
	view: TableView<Entry>,
	options: EntryOptions,
	context: Context,
): Promise<void> {
	const format = chooseFormat(options, context);
	if (format === "table") await printPaged(viewTable(entries, view, context), context);
	else if (format === "text") await context.print(viewLines(entries, view));
	else await context.print(formatEntries(entries, entries, format));
}

/** Prints the entries of a list that a word finds, by default all; prints a note if there are none. */
export async function printMatches<Entry extends { id: string }>(
	entries: readonly Entry[],
	search: { word: string | undefined; in(entry: Entry): Searched; none: string; hint?: string },
	view: TableView<Entry>,
	options: EntryOptions,
	context: Context,
): Promise<void> {
	const { word, in: textsOf, none, hint } = search;
	const found = word === undefined ? entries : searchEntries(word, entries, textsOf);
	await printEntries(found, view, options, context);
	if (found.length === 0) context.note(none);
	else if (hint !== undefined && context.stdout.isTTY && !options.json && !options.format) context.note(`\n${hint}`);
}

export async function printEntry<Entry extends { id: string }>(
	entry: Entry,
	page: (entry: Entry, context: Context) => string,
	options: EntryOptions,
	context: Context,
): Promise<void> {
	const format = chooseFormat(options, context);
	if (format === "table" || format === "text") await printPaged(page(entry, context), context);
	else await context.print(formatEntries([entry], entry, format));
}

/** @param document represents all entries in one JSON document */
function formatEntries(
	entries: readonly { id: string }[],
	document: unknown,
	format: "json" | "ndjson" | "ids",
): string {
	if (format === "json") return `${toJson(document, 2)}\n`;
	return entries.map((entry) => `${format === "ids" ? entry.id : toJson(entry)}\n`).join("");
}

function chooseFormat({ format, json, quiet }: EntryOptions, context: Context): ResultFormat | "ids" {
	if (json && format !== undefined && format !== "json") throw optionConflict("--json", `--format ${format}`);
	if (json) return "json";
	// Columns that fit a width are cut.
	if (format) return format === "table" && isReadByAgent(context) ? "text" : format;
	if (quiet) return "ids";
	return context.stdout.isTTY ? "table" : "text";
}

/** @throws UsageError if filters of a list are given with the name of one entry, a `kind` */
export function rejectFilters(filters: Readonly<Record<string, unknown>>, kind: string): void {
	const [filter] = Object.entries(filters).find(([, value]) => value !== undefined) ?? [];
	if (filter === undefined) return;
	throw inapplicable(`--${filter} filters the list; it does not apply to one ${kind}.`);
}

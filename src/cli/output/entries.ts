import type { Context } from "../context.ts";
import { inapplicable, optionConflict } from "../errors/usage.ts";
import { toJson } from "../terminal/json.ts";
import { printPaged } from "../terminal/pager.ts";
import { isReadByAgent } from "../terminal/process-io.ts";
import { type TableView, viewLines, viewTable } from "../terminal/table.ts";

/** How entries of a catalogue are printed. */
type EntryFormat = "json" | "ndjson" | "table" | "text";

export interface EntryOptions {
	format?: EntryFormat;
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
	switch (chooseFormat(options, context)) {
		case "ids":
			return context.print(entries.map(({ id }) => `${id}\n`).join(""));
		case "json":
			return context.print(`${toJson(entries, 2)}\n`);
		case "ndjson":
			return context.print(entries.map((entry) => `${toJson(entry)}\n`).join(""));
		case "table":
			return await printPaged(viewTable(entries, view, context), context);
		case "text":
			return context.print(viewLines(entries, view));
	}
}

export async function printEntry<Entry extends { id: string }>(
	entry: Entry,
	page: (entry: Entry, context: Context) => string,
	options: EntryOptions,
	context: Context,
): Promise<void> {
	const format = chooseFormat(options, context);
	if (format === "ids") return context.print(`${entry.id}\n`);
	if (format === "json") return context.print(`${toJson(entry, 2)}\n`);
	if (format === "ndjson") return context.print(`${toJson(entry)}\n`);
	await printPaged(page(entry, context), context);
}

function chooseFormat({ format, json, quiet }: EntryOptions, context: Context): EntryFormat | "ids" {
	if (json && format !== undefined && format !== "json") {
		throw optionConflict("--json", `--format ${format}`);
	}
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
	const message = `--${filter} filters the list; it does not apply to one ${kind}.`;
	throw inapplicable(message);
}

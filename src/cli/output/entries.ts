import { Option } from "commander";
import type { Context } from "../context.ts";
import { optionConflict } from "../errors/usage.ts";
import { toJson } from "../terminal/json.ts";
import { printPaged } from "../terminal/pager.ts";
import { isReadByAgent } from "../terminal/process-io.ts";
import { type TableView, viewLines, viewTable } from "../terminal/table.ts";

const ENTRY_FORMATS = ["json", "ndjson", "table", "text"] as const;

/** How entries of a catalogue are printed. */
type EntryFormat = (typeof ENTRY_FORMATS)[number];

/** Flags of commands that list entries or show one. */
export interface EntryOptions {
	format?: EntryFormat;
	json?: boolean;
	quiet?: boolean;
}

/** `--format` of such commands. */
export function formatOption(): Option {
	return new Option(
		"--format <format>",
		"ndjson: one JSON document per line; text: tab-separated lines (default: table on a terminal, else text)",
	).choices(ENTRY_FORMATS);
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

/** Prints one entry as a page, or as JSON. */
export async function printEntry<Entry extends { id: string }>(
	entry: Entry,
	page: (entry: Entry, context: Context) => string,
	options: EntryOptions,
	context: Context,
): Promise<void> {
	switch (chooseFormat(options, context)) {
		case "ids":
			return context.print(`${entry.id}\n`);
		case "json":
			return context.print(`${toJson(entry, 2)}\n`);
		case "ndjson":
			return context.print(`${toJson(entry)}\n`);
		default:
			return await printPaged(page(entry, context), context);
	}
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

/**
 * Whether every word of a query begins a word of one of the texts. Case and accents do not count; `-`, `_` and other
 * punctuation separate words, so that `text image` finds `text-to-image`.
 */
export function matchesWords(query: string, texts: readonly string[]): boolean {
	const words = texts.flatMap(splitWords);
	return splitWords(query).every((wanted) =>
		words.some((word) => word.startsWith(wanted) || stemOf(word) === stemOf(wanted)),
	);
}

/** The beginning that related words share: `diffusion` and `diffusers`, `translate` and `translation`. */
function stemOf(word: string): string {
	return word.replace(/(?<=[a-z]{4})(?:ations?|ators?|ates?|ating|ions?|ers?|ing|ed|es|e|s)$/, "");
}

/** The searched fields of an entry. */
export interface Searched {
	/** Its name. */
	names: readonly string[];
	/** Other text about it. */
	texts: readonly string[];
}

/**
 * Returns the entries that match a query, the best first: exact names, then similar names, then matches in other
 * fields. Equal matches keep their order.
 */
export function searchEntries<Entry>(
	query: string,
	entries: readonly Entry[],
	look: (entry: Entry) => Searched,
): Entry[] {
	const wanted = splitWords(query).join(" ");
	const rank = ({ names, texts }: Searched): number => {
		if (names.some((name) => splitWords(name).join(" ") === wanted)) return 0;
		if (matchesWords(query, names)) return 1;
		return matchesWords(query, [...names, ...texts]) ? 2 : 3;
	};
	return entries
		.map((entry) => ({ entry, rank: rank(look(entry)) }))
		.filter((found) => found.rank < 3)
		.sort((left, right) => left.rank - right.rank)
		.map(({ entry }) => entry);
}

function splitWords(text: string): string[] {
	const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "");
	return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

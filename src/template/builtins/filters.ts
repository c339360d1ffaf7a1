import { Part } from "../parts.ts";
import type { Runtime } from "../runtime.ts";
import type { BuiltinTable } from "../values/callable.ts";
import { lazyTable } from "./builtin.ts";
import { HTML_TOJSON, TOJSON } from "./json.ts";
import { listFilters } from "./list-filters.ts";
import { numberFilters } from "./number-filters.ts";
import { sequenceFilters } from "./sequence-filters.ts";
import { textFilters } from "./text-filters.ts";

/** Further filters of the full engine. */
export const FULL_FILTERS = new Part<() => BuiltinTable<Runtime>>("this filter");

/** The groups of filters. They are searched in order, so those that templates use most come first. */
const GROUPS: readonly (() => BuiltinTable<Runtime>)[] = [
	textFilters,
	lazyTable(() => ({ tojson: TOJSON })),
	listFilters,
	sequenceFilters,
	numberFilters,
];

/** All built-in filters. */
export const FILTERS: BuiltinTable<Runtime> = tableOf(find);

/** The same with the HTML-safe `tojson`. */
export const HTML_SAFE_FILTERS: BuiltinTable<Runtime> = tableOf((name) =>
	name === "tojson" ? HTML_TOJSON : find(name),
);

function find(name: string): ReturnType<BuiltinTable<Runtime>["get"]> {
	for (const group of GROUPS) {
		const filter = group().get(name);
		if (filter) return filter;
	}
	return FULL_FILTERS.content?.().get(name);
}

function tableOf(get: BuiltinTable<Runtime>["get"]): BuiltinTable<Runtime> {
	return { get, has: (name) => get(name) !== undefined };
}

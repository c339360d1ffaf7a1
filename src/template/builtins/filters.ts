import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { HTML_FILTERS } from "./html-filters.ts";
import { HTML_TOJSON, TOJSON } from "./json-filters.ts";
import { NUMBER_FILTERS } from "./number-filters.ts";
import { SELECT_FILTERS } from "./select-filters.ts";
import { SEQUENCE_FILTERS } from "./sequence-filters.ts";
import { TEXT_FILTERS } from "./text-filters.ts";

const ALIASES: Readonly<Record<string, string>> = { count: "length", d: "default", e: "escape" };

/** All built-in filters by name. */
export const FILTERS: ReadonlyMap<string, Builtin<Runtime>> = withAliases(
	new Map(
		[TEXT_FILTERS, SEQUENCE_FILTERS, SELECT_FILTERS, NUMBER_FILTERS, HTML_FILTERS, { tojson: TOJSON }].flatMap(
			(group) => Object.entries(group),
		),
	),
);

/** The same with the HTML-safe `tojson`. */
export const HTML_SAFE_FILTERS: ReadonlyMap<string, Builtin<Runtime>> = new Map([...FILTERS, ["tojson", HTML_TOJSON]]);

function withAliases(filters: Map<string, Builtin<Runtime>>): Map<string, Builtin<Runtime>> {
	for (const [alias, name] of Object.entries(ALIASES)) {
		const filter = filters.get(name);
		if (filter) filters.set(alias, filter);
	}
	return filters;
}

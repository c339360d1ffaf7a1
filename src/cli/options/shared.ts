import lists from "./data/shared.json" with { type: "json" };
import type { OptionRow } from "./parsers.ts";

/** Options of several commands by what they are for; a name in a list stands for the options of that name. */
const LISTS: Readonly<Record<string, readonly (OptionRow | string)[]>> = lists;

/** Returns options with those that names in place of them stand for. */
export function resolveOptions(rows: readonly (OptionRow | string)[]): OptionRow[] {
	return rows.flatMap((row) => {
		if (typeof row !== "string") return [row];
		const list = LISTS[row];
		if (!list) throw new Error(`There are no shared options "${row}".`);
		return resolveOptions(list);
	});
}

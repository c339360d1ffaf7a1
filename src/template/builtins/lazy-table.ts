import type { Runtime } from "../runtime.ts";
import type { Builtin, BuiltinTable } from "../values/callable.ts";

type Rows = Readonly<Record<string, Builtin<Runtime>>>;

/**
 * Returns a function that creates a table on its first call, so that an import alone creates none.
 *
 * @param aliases further names, with the names they stand for
 */
export function lazyTable(
	make: () => Rows,
	aliases: Readonly<Record<string, string>> = {},
): () => BuiltinTable<Runtime> {
	let table: BuiltinTable<Runtime> | undefined;
	return () => {
		table ??= tableOf(make(), aliases);
		return table;
	};
}

function tableOf(rows: Rows, aliases: Readonly<Record<string, string>>): BuiltinTable<Runtime> {
	const named = Object.entries(aliases).map(([alias, name]) => [alias, rows[name]] as const);
	return new Map([...Object.entries(rows), ...named]) as BuiltinTable<Runtime>;
}

import type { Runtime } from "../runtime.ts";
import { type Builtin, type BuiltinTable, bindArguments, Callable, type Keywords } from "../values/callable.ts";
import type { Value } from "../values/value.ts";

/** Returns a callable with named parameters. */
export function define(name: string, builtin: Builtin<Runtime>): Callable<Runtime> {
	const invoke = (runtime: Runtime, args: readonly Value[], keywords: Keywords | undefined): Value =>
		builtin.run(runtime, null, ...bindArguments(name, builtin, args, keywords));
	return new Callable(name, invoke);
}

/** Returns a builtin with parameters by these names, besides its operand. */
export function takes(
	parameters: readonly string[],
	run: Builtin<Runtime>["run"],
	details: Pick<Builtin<Runtime>, "required" | "keywords" | "isProperty"> = {},
): Builtin<Runtime> {
	return { parameters, run, ...details };
}

/** Builtins by name. */
export type Rows = Readonly<Record<string, Builtin<Runtime>>>;

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

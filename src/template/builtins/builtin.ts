import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { type Builtin, type BuiltinTable, bindArguments, Callable, type Keywords } from "../values/callable.ts";
import { exactInteger } from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { isText, textOf, type Value } from "../values/value.ts";

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
export type BuiltinsByName = Readonly<Record<string, Builtin<Runtime>>>;

/**
 * Returns a table whose rows are created on first use, not on import.
 *
 * @param aliases further names, with the names they refer to
 */
export function lazyTable(
	make: () => BuiltinsByName,
	aliases: Readonly<Record<string, string>> = {},
): BuiltinTable<Runtime> {
	let table: BuiltinTable<Runtime> | undefined;
	const made = (): BuiltinTable<Runtime> => {
		table ??= tableOf(make(), aliases);
		return table;
	};
	return { get: (name) => made().get(name), has: (name) => made().has(name) };
}

/** Returns a table with the rows of two; those of the first win. */
export function joinTables(first: BuiltinTable<Runtime>, second: BuiltinTable<Runtime>): BuiltinTable<Runtime> {
	return { get: (name) => first.get(name) ?? second.get(name), has: (name) => first.has(name) || second.has(name) };
}

function tableOf(rows: BuiltinsByName, aliases: Readonly<Record<string, string>>): BuiltinTable<Runtime> {
	const named = Object.entries(aliases).map(([alias, name]) => [alias, rows[name]] as const);
	return new Map([...Object.entries(rows), ...named]) as BuiltinTable<Runtime>;
}

/** Returns an argument that must be a str. */
export function requireText(value: Value, name: string): string {
	if (isText(value)) return textOf(value);
	if (value instanceof Undefined) return value.fail();
	throw new TemplateRuntimeError(`${name} must be str, not ${plainTypeName(value)}`);
}

/** Returns an argument that may be none or absent. */
export function optionalText(value: Value, name: string): string | undefined {
	return value === undefined || value === null ? undefined : requireText(value, name);
}

/** Returns an argument that must be an int, as a number. */
export function requireInteger(value: Value): number {
	if (value instanceof Undefined) return value.fail();
	const integer = exactInteger(value);
	if (integer === undefined)
		throw new TemplateRuntimeError(`'${plainTypeName(value)}' object cannot be interpreted as an integer`);
	return Number(integer);
}

/** Returns an argument that must be an int, with a default if it is absent. */
export function integerOr(value: Value, fallback: number): number {
	return value === undefined ? fallback : requireInteger(value);
}

/** Returns an argument of any kind as text, with a default if it is absent. */
export function textOr(value: Value, fallback: string): string {
	return value === undefined ? fallback : toText(value);
}

import { toJson } from "./builtins/json.ts";
import { TemplateRuntimeError } from "./errors.ts";
import type { Runtime } from "./runtime.ts";
import type { Builtin, BuiltinTable } from "./values/callable.ts";
import { DictView, entriesOf, isMapping } from "./values/dict.ts";
import { itemsOf } from "./values/iterate.ts";
import { checkSize, toText } from "./values/text.ts";
import { Undefined } from "./values/undefined.ts";
import { isText, Pair, Range, Stream, Tuple, textOf, type Value } from "./values/value.ts";

/** Returns the printed form of a value in the reference: none empty, bools in lower case, containers as JSON. */
export function printLikeReference(value: Value): string {
	if (value === null) return "";
	if (typeof value === "boolean") return String(value);
	if (value instanceof Tuple && !(value instanceof Pair))
		throw new TemplateRuntimeError("Cannot convert to JSON: TupleValue");
	return listOf(value) || isMapping(value) ? writeContainer(value) : toText(value);
}

/** Returns the sum of a str and another value, which the reference joins as texts; undefined if it would fail. */
export function concatenateLikeReference(left: Value, right: Value): string | undefined {
	if (isText(left) === isText(right)) return undefined;
	if ([left, right].some((side) => side === null || side instanceof Undefined)) return undefined;
	return writeSide(left) + writeSide(right);
}

/** Lists lose their brackets when they are added to a str. */
function writeSide(value: Value): string {
	const items = value instanceof Tuple ? value.items : listOf(value);
	return items ? items.map((item) => (item === null ? "undefined" : writePlain(item))).join(",") : writePlain(value);
}

function writePlain(value: Value): string {
	return value instanceof Undefined ? "undefined" : printLikeReference(value);
}

/** Returns the items of a value that is a list in the reference. */
function listOf(value: Value): readonly Value[] | undefined {
	if (Array.isArray(value)) return value;
	if (value instanceof Pair) return value.items;
	return value instanceof DictView || value instanceof Range ? itemsOf(value) : undefined;
}

function writeContainer(value: Value): string {
	const items = listOf(value);
	if (items) return `[${checkSize(items.map(writeContainer).join(", "))}]`;
	if (isMapping(value)) {
		const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(toText(key))}: ${writeContainer(item)}`);
		return `{${checkSize(entries.join(", "))}}`;
	}
	if (value instanceof Undefined) return "undefined";
	if (isText(value)) return JSON.stringify(textOf(value));
	return value === null ? "null" : printLikeReference(value);
}

/**
 * Returns the filters with the reference's behavior: plain lists instead of streams, and null for undefined in JSON.
 */
export function likeReference(filters: BuiltinTable<Runtime>): BuiltinTable<Runtime> {
	return {
		has: (name) => filters.has(name),
		get: (name) => {
			const filter = filters.get(name);
			return filter && { ...filter, run: name === "tojson" ? writeJson : withLists(filter.run) };
		},
	};
}

const writeJson: Builtin<Runtime>["run"] = (runtime, value, ascii, indent, separators, sort) =>
	toJson(runtime, value instanceof Undefined ? null : value, ascii, indent, separators, sort);

function withLists(run: Builtin<Runtime>["run"]): Builtin<Runtime>["run"] {
	return (runtime, value, ...args) => {
		const result = run(runtime, value, ...args);
		return result instanceof Stream ? [...itemsOf(result)] : result;
	};
}

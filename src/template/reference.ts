import { toJson } from "./builtins/json.ts";
import { TemplateRuntimeError } from "./errors.ts";
import type { Runtime } from "./runtime.ts";
import type { Builtin } from "./values/callable.ts";
import { entriesOf, isMapping } from "./values/dict.ts";
import { itemsOf } from "./values/iterate.ts";
import { toText } from "./values/text.ts";
import { Undefined } from "./values/undefined.ts";
import { isText, Stream, Tuple, textOf, type Value } from "./values/value.ts";

/** The printed form of a value as the reference has it: none empty, bools in lower case, containers as JSON. */
export function printLikeReference(value: Value): string {
	if (value === null) return "";
	if (typeof value === "boolean") return String(value);
	if (value instanceof Tuple) throw new TemplateRuntimeError("Cannot convert to JSON: TupleValue");
	return Array.isArray(value) || isMapping(value) ? writeContainer(value) : toText(value);
}

function writeContainer(value: Value): string {
	if (Array.isArray(value)) return `[${value.map(writeContainer).join(", ")}]`;
	if (isMapping(value))
		return `{${entriesOf(value)
			.map(([key, item]) => `${JSON.stringify(toText(key))}: ${writeContainer(item)}`)
			.join(", ")}}`;
	if (value instanceof Undefined) return "undefined";
	if (isText(value)) return JSON.stringify(textOf(value));
	return value === null ? "null" : printLikeReference(value);
}

/** The filters with the reference's ways: plain lists instead of streams, and null for undefined in JSON. */
export function likeReference(filters: ReadonlyMap<string, Builtin<Runtime>>): Map<string, Builtin<Runtime>> {
	const changed = new Map<string, Builtin<Runtime>>();
	for (const [name, filter] of filters)
		changed.set(name, {
			...filter,
			run: (runtime, value, ...args) => {
				const result = filter.run(runtime, value, ...args);
				return result instanceof Stream ? [...itemsOf(result)] : result;
			},
		});
	const tojson = filters.get("tojson");
	if (tojson)
		changed.set("tojson", {
			...tojson,
			run: (runtime, value, ascii, indent, separators, sort) =>
				toJson(runtime, value instanceof Undefined ? null : value, ascii, indent, separators, sort),
		});
	return changed;
}

import { Group } from "./builtins/grouping-filters.ts";
import { toJson } from "./builtins/json.ts";
import { SecurityError, TemplateLimitError, TemplateRuntimeError, UndefinedError } from "./errors.ts";
import type { Operate, ReferenceBehavior, Runtime } from "./runtime.ts";
import type { Wording } from "./syntax/source.ts";
import type { Builtin, BuiltinTable } from "./values/callable.ts";
import { DictView, entriesOf, isMapping } from "./values/dict.ts";
import { itemsOf } from "./values/iterate.ts";
import { checkSize, toText } from "./values/text.ts";
import { Undefined } from "./values/undefined.ts";
import {
	isFloat,
	isInteger,
	isNumeric,
	isText,
	Namespace,
	Pair,
	Range,
	Special,
	Stream,
	Tuple,
	textOf,
	type Value,
} from "./values/value.ts";

/** Returns the printed form of a value in the reference: none empty, bools in lower case, containers as JSON. */
function printLikeReference(value: Value): string {
	if (value === null) return "";
	if (typeof value === "boolean") return String(value);
	if (value instanceof Tuple && !(value instanceof Pair))
		throw new TemplateRuntimeError("Cannot convert to JSON: TupleValue");
	return listOf(value) || isMapping(value) ? writeContainer(value) : toText(value);
}

/** Returns the sum of a str and another value, which the reference joins as texts; undefined if it would fail. */
function concatenateLikeReference(left: Value, right: Value): string | undefined {
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
function likeReference(filters: BuiltinTable<Runtime>): BuiltinTable<Runtime> {
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

/** The filters that the reference supports by type of operand; every type has the last three. */
const KNOWN_FILTERS: Readonly<Record<string, string>> = {
	StringValue: "capitalize float indent int join length lower replace string title trim upper",
	NumericValue: "abs float int string",
	BooleanValue: "bool float int string",
	ArrayValue: "first join last length list map rejectattr reverse selectattr sort string unique",
	ObjectValue: "dictsort items length",
};
const ALWAYS_KNOWN = ["default", "safe", "tojson"];

/** Returns the name of a value's type, as the reference calls it. */
function referenceType(value: Value): string {
	if (value === null) return "NullValue";
	if (value instanceof Undefined || value === undefined) return "UndefinedValue";
	if (isText(value)) return "StringValue";
	if (typeof value === "boolean") return "BooleanValue";
	if (isInteger(value)) return "IntegerValue";
	if (isFloat(value)) return "FloatValue";
	if (isList(value)) return "ArrayValue";
	if (value instanceof Tuple) return "TupleValue";
	if (value instanceof Namespace) return "NamespaceValue";
	const isCallable =
		typeof value === "function" || (value instanceof Special && ["function", "Macro"].includes(value.typeName));
	return isCallable ? "FunctionValue" : "ObjectValue";
}

/** Whether the reference would have a plain list in place of the value. */
function isList(value: Value): boolean {
	return [Array, DictView, Group, Pair, Range, Stream].some((type) => value instanceof type);
}

/** Returns the error for a failed operator; an error in arithmetic on two numbers is returned unchanged. */
function rewordOperator(error: unknown, operator: string, left: Value, right: Value): unknown {
	if (isNumeric(left) && isNumeric(right) && !operator.endsWith("in")) return error;
	const types = [referenceType(left), referenceType(right)];
	if (types.includes("UndefinedValue"))
		return reword(error, `Cannot perform operation ${operator} on undefined values`);
	if (types.includes("NullValue")) return reword(error, "Cannot perform operation on null values");
	return reword(error, `Unknown operator "${operator}" between ${types.join(" and ")}`);
}

function wrapOperator(operator: string, operate: Operate): Operate {
	return (frame, left, right) => {
		try {
			const joined = operator === "+" ? concatenateLikeReference(left, right) : undefined;
			return joined ?? operate(frame, left, right);
		} catch (error) {
			throw rewordOperator(error, operator, left, right);
		}
	};
}

/** Returns the error for calling a value that is not callable. */
function rewordCall(error: unknown, callee: Value): unknown {
	return reword(error, `Cannot call something that is not a function: got ${referenceType(callee)}`);
}

/** Returns the error for a loop over a value that is not iterable. */
function rewordLoop(error: unknown, iterable: Value): unknown {
	return reword(error, `Expected iterable or object type in for loop: got ${referenceType(iterable)}`);
}

/** Returns the error for a failed filter; a filter that the reference defines for the operand keeps its own error. */
function rewordFilter(error: unknown, name: string, hasArguments: boolean, operand: Value): unknown {
	const type = referenceType(operand).replace("Tuple", "Array");
	const group = /^(?:Integer|Float)Value$/.test(type) ? "NumericValue" : type;
	const known = KNOWN_FILTERS[group];
	if (ALWAYS_KNOWN.includes(name) || known?.split(" ").includes(name)) return error;
	// With arguments the reference has filters for fewer types.
	if (!known || (hasArguments && (group === "NumericValue" || group === "BooleanValue")))
		return reword(error, `Cannot apply filter "${name}" to type: ${type}`);
	return reword(error, `Unknown ${group} filter: ${name}`);
}

/**
 * Returns an error of the same class with another message; errors with a position, or not caused by the operands, are
 * returned unchanged.
 */
function reword(error: unknown, message: string): unknown {
	if (!(error instanceof TemplateRuntimeError) || error.line !== undefined) return error;
	if (error instanceof SecurityError || error instanceof TemplateLimitError) return error;
	return error instanceof UndefinedError ? new UndefinedError(message) : new TemplateRuntimeError(message);
}

/** Messages of the reference for syntax errors. */
export const referenceWording: Wording = {
	// A quote is an error only where the string it begins has no end.
	character: (character) =>
		character === "'" || character === '"' ? "Unexpected end of input" : `Unexpected character: ${character}`,
	end: () => "Unexpected end of input",
	token: (type) => `Unexpected token: ${type}`,
	symbol: (type, text, position, { variable, block }) => {
		// The bracket may be part of the end of a tag.
		const end = position + 1;
		const isEnd = text.startsWith(variable[1], position);
		const closing = isEnd ? "CloseExpression" : text.slice(0, end).endsWith(block[1]) ? "CloseStatement" : type;
		return `Unexpected token: ${closing}`;
	},
	tag: (name) => `Unknown statement type: ${name}`,
};

/** Behavior added by `compat: "reference"`. */
export const reference: ReferenceBehavior = {
	printLikeReference,
	// A part of a tuple is a list.
	sliceLikeReference: (part) => (part instanceof Tuple ? [...part.items] : part),
	likeReference,
	wrapOperator,
	rewordCall,
	rewordLoop,
	rewordFilter,
};

import { Safe, Special, type Value } from "./value.ts";

/** Returns the name of a value's type, as Python calls it. */
export function typeName(value: Value): string {
	switch (typeof value) {
		case "string":
			return "str";
		case "boolean":
			return "bool";
		case "bigint":
			return "int";
		case "number":
			return Number.isInteger(value) ? "int" : "float";
		case "function":
			return "function";
		case "undefined":
			return "Undefined";
		default:
			if (value === null) return "NoneType";
			if (Array.isArray(value)) return "list";
			return value instanceof Special ? value.typeName : "dict";
	}
}

/** Name of a value in messages about missing attributes. */
export function describeType(value: Value): string {
	if (value === null) return "None";
	return `${value instanceof Special ? value.qualifiedName : typeName(value)} object`;
}

/** Returns the name of a value's type where a safe string counts as a str. */
export function plainTypeName(value: Value): string {
	return value instanceof Safe ? "str" : typeName(value);
}

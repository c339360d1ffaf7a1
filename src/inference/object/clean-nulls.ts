import { isRecord } from "../../base/json.ts";
import { type JsonSchema, listOf, resolveReference } from "./reference.ts";
import { validate } from "./validate.ts";

/** Largest depth of a value and of references. */
const DEEPEST = 200;

/**
 * Returns a value without the nulls that mean "left out": those of optional members whose schema does not allow null.
 * In the strict form of a schema every member is required.
 */
export function cleanNulls(schema: unknown, value: unknown, root: JsonSchema, depth = 0): unknown {
	if (!isRecord(schema) || depth > DEEPEST || value === null || typeof value !== "object") return value;
	const clean = (part: unknown, inner: unknown): unknown => cleanNulls(part, inner, root, depth + 1);
	let cleaned: unknown = value;
	if (typeof schema["$ref"] === "string") cleaned = clean(resolveReference(schema["$ref"], root), cleaned);
	for (const part of listOf(schema["allOf"])) cleaned = clean(part, cleaned);
	for (const variant of [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])]) {
		const candidate = clean(variant, cleaned);
		if (validate(variant, candidate, root).length > 0) continue;
		cleaned = candidate;
		break;
	}
	if (Array.isArray(cleaned)) return cleaned.map((item, index) => clean(schemaOfItem(schema, index), item));
	return cleanMembers(schema, cleaned as Readonly<Record<string, unknown>>, root, clean);
}

function cleanMembers(
	schema: JsonSchema,
	value: Readonly<Record<string, unknown>>,
	root: JsonSchema,
	clean: (part: unknown, inner: unknown) => unknown,
): Record<string, unknown> {
	const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
	const required = listOf(schema["required"]);
	const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
		const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (part === undefined) return [[name, clean(schema["additionalProperties"], member)]];
		const isLeftOut = member === null && !required.includes(name) && validate(part, null, root).length > 0;
		return isLeftOut ? [] : [[name, clean(part, member)]];
	});
	return Object.fromEntries(entries);
}

function schemaOfItem(schema: JsonSchema, index: number): unknown {
	const prefix = listOf(schema["prefixItems"]);
	if (index < prefix.length) return prefix[index];
	return Array.isArray(schema["items"]) ? schema["items"][index] : schema["items"];
}

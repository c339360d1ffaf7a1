import { resolveSchema, type Schema, type SchemaDocument } from "./schema.ts";

/** Describes what a schema expects, such as `an integer`, `a list of strings` or `"none" or "sigmoid"`. */
export function describeType(document: SchemaDocument, schema: Schema): string {
	return joinWords([...new Set(listTypes(document, schema))], "or");
}

/** Returns the property whose value distinguishes the variants, with its values. */
export function findTag(
	variants: readonly Schema[],
): { name: string; values: NonNullable<Schema["enum"]> } | undefined {
	const name = Object.keys(variants[0]?.properties ?? {}).find((candidate) =>
		variants.every(({ properties }) => properties?.[candidate]?.enum?.length === 1),
	);
	return name === undefined
		? undefined
		: { name, values: variants.flatMap(({ properties }) => properties?.[name]?.enum ?? []) };
}

/** The values a schema names one by one, those of its variants included. */
export function listValues(document: SchemaDocument, unresolved: Schema): NonNullable<Schema["enum"]> {
	const schema = resolveSchema(document, unresolved);
	const own = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
	const variants = schema.oneOf ?? schema.anyOf ?? [];
	return [...own, ...variants.flatMap((variant) => listValues(document, variant))];
}

function listTypes(document: SchemaDocument, unresolved: Schema): string[] {
	const schema = resolveSchema(document, unresolved);
	const variants = schema.oneOf ?? schema.anyOf;
	if (schema["x-binary"]) return ["binary data", "base64 text", "a URL"];
	if (schema.const !== undefined) return [JSON.stringify(schema.const)];
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
	if (variants) {
		const tag = findTag(variants.map((variant) => resolveSchema(document, variant)));
		if (tag) return [`an object whose ${tag.name} is ${describeType(document, { enum: tag.values })}`];
		return variants.flatMap((variant) => listTypes(document, variant));
	}
	switch (schema.type) {
		case "array":
			return [`a list of ${describePlural(document, schema.items ?? {})}`];
		case "object":
			return [schema.required?.length ? `an object with ${joinWords(schema.required, "and")}` : "an object"];
		case "boolean":
			return ["true", "false"];
		case "integer":
			return ["an integer"];
		default:
			return [typeof schema.type === "string" ? `a ${schema.type}` : "any value"];
	}
}

function describePlural(document: SchemaDocument, unresolved: Schema): string {
	const schema = resolveSchema(document, unresolved);
	const variants = schema.oneOf ?? schema.anyOf ?? schema.allOf;
	if (variants) {
		const names = [...new Set(variants.map((variant) => describePlural(document, variant)))];
		return joinWords(names, "or");
	}
	if (typeof schema.type !== "string") return "values";
	return schema.type === "array" ? "lists" : `${schema.type}s`;
}

function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
	const last = words.at(-1) ?? "";
	return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${conjunction} ${last}` : last;
}

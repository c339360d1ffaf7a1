import { TASK_ALIASES } from "./aliases.ts";

/** Loads the JSON Schemas of the tasks' inputs and outputs. */
export async function loadTaskSchemas(): Promise<TaskSchemas> {
	const { default: schemas } = await import("./data/schemas.json", { with: { type: "json" } });
	return schemas as TaskSchemas;
}

/** Returns the schemas of a task by id; chat has several names. Undefined for tasks that have none. */
export function findTaskSchema(schemas: TaskSchemas, task: string): TaskSchema | undefined {
	const isChat = task === "conversational" || (TASK_ALIASES as Record<string, string>)[task] === "conversational";
	return schemas.tasks[isChat ? "chat-completion" : task];
}

/** A JSON Schema (draft 6) with OpenAPI's `nullable` and the extensions of the task schemas. */
export interface Schema {
	$id?: string;
	/** `#/$defs/X` in the same document, or `/inference/schemas/common-definitions.json#/definitions/X`. */
	$ref?: string;
	$defs?: Record<string, Schema>;
	description?: string;
	type?: string | string[];
	/** A string, even for numbers and booleans: `"1024"`, `"true"`, `"null"`. */
	default?: string;
	enum?: readonly (string | number | boolean)[];
	const?: string | number | boolean;
	nullable?: boolean;
	format?: string;
	minimum?: number;
	maximum?: number;
	exclusiveMinimum?: number;
	/** Of an array: its number of items. */
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	properties?: Record<string, Schema>;
	required?: readonly string[];
	additionalProperties?: Schema;
	items?: Schema;
	allOf?: readonly Schema[];
	anyOf?: readonly Schema[];
	oneOf?: readonly Schema[];
	discriminator?: { propertyName: string };
	/** Name of the TypeScript type. */
	"x-type"?: string;
	/** Raw bytes; base64 in JSON. */
	"x-binary"?: boolean;
	/** Values that differ only in case are valid too, as different versions write them differently. */
	"x-any-case"?: boolean;
}

/** The schemas of one task. */
export interface TaskSchema {
	input: Schema;
	output: Schema;
	/** One piece of a streamed output. */
	stream_output?: Schema;
}

/** The schemas of all tasks that have them. */
export interface TaskSchemas {
	dialect: string;
	/** Definitions that several tasks refer to. */
	common: { $id: string; definitions: Record<string, Schema> };
	/** By task id; that of chat is `chat-completion`. */
	tasks: Record<string, TaskSchema>;
}

/** A schema with resolved references. */
export interface SchemaDocument {
	schema: Schema;
	common: TaskSchemas["common"];
}

/** Follows a reference; its sibling keywords take precedence over the schema it refers to. */
export function resolveSchema(document: SchemaDocument, schema: Schema): Schema {
	const { $ref, ...own } = schema;
	if ($ref === undefined) {
		const [only, ...others] = schema.allOf ?? [];
		if (!only || others.length > 0) return schema;
		const { allOf: _, ...beside } = own;
		return { ...resolveSchema(document, only), ...beside };
	}
	const name = $ref.slice($ref.lastIndexOf("/") + 1);
	const target = $ref.startsWith("#") ? document.schema.$defs?.[name] : document.common.definitions[name];
	if (!target) throw new Error(`The schema ${document.schema.$id ?? ""} refers to ${$ref}, which does not exist.`);
	return { ...resolveSchema(document, target), ...own };
}

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
	return [...own, ...(schema.oneOf ?? schema.anyOf ?? []).flatMap((variant) => listValues(document, variant))];
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
	if (variants) return joinWords([...new Set(variants.map((variant) => describePlural(document, variant)))], "or");
	if (typeof schema.type !== "string") return "values";
	return schema.type === "array" ? "lists" : `${schema.type}s`;
}

/** Such as `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
	const last = words.at(-1) ?? "";
	return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${conjunction} ${last}` : last;
}

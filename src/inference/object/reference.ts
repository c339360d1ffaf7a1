import { isRecord, readMember } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { decodeUri } from "../../http/url.ts";

/** A JSON schema, of draft 2020-12 or an earlier one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the schema a `$ref` points to.
 * @throws InputError if it is not within the root
 */
export function resolveReference(reference: string, root: JsonSchema): unknown {
	const path = decodeUri(reference.replace(/^#\/?/, ""));
	const found = path
		.split("/")
		.filter(() => path !== "")
		.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
		.reduce<unknown>((value, key) => readMember(value, key), root);
	if (reference.startsWith("#") && (isRecord(found) || typeof found === "boolean")) return found;
	throw new InferenceClientInputError(`The schema refers to "${reference}", which is not in it.`);
}

/** Returns the list of a keyword; empty if its value is not a list. */
export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** The texts of a list; none of another value, as a schema may come from anywhere. */
export function namesOf(value: unknown): readonly string[] {
	return listOf(value).filter((name) => typeof name === "string");
}

/** Keywords whose values are schemas, lists of schemas, or schemas by name. */
const ONE = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]);
const MANY = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

function listParts(schema: JsonSchema): JsonSchema[] {
	const parts = Object.entries(schema).flatMap(([name, value]): readonly unknown[] => {
		if (Array.isArray(value)) return MANY.has(name) ? (value as unknown[]) : [];
		if (ONE.has(name)) return [value];
		return NAMED.has(name) && isRecord(value) ? Object.values(value) : [];
	});
	return parts.filter(isRecord);
}

const MAX_DEPTH = 100;

const TYPES: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** @throws InputError if a reference points to nothing, a type does not exist, or the schema is nested too deeply */
export function checkSchema(schema: JsonSchema, root: JsonSchema = schema, depth = 0): void {
	if (depth > MAX_DEPTH) {
		throw new InferenceClientInputError(`The schema is nested more than ${MAX_DEPTH} levels deep.`);
	}
	if (typeof schema["$ref"] === "string") resolveReference(schema["$ref"], root);
	const unknown = [schema["type"] ?? []].flat().find((type) => !TYPES.includes(type));
	if (unknown !== undefined) {
		throw new InferenceClientInputError(
			`The schema has the type ${JSON.stringify(unknown)}; JSON schema has ${TYPES.join(", ")}.`,
		);
	}
	for (const part of listParts(schema)) checkSchema(part, root, depth + 1);
}

type StandardResult<Output> =
	| { readonly value: Output; readonly issues?: undefined }
	| { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
	readonly message: string;
	readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema of a library that follows standardschema.dev (zod, valibot, arktype …). */
export interface StandardSchema<Input = unknown, Output = Input> {
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: string;
		readonly validate?: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
		readonly types?: { readonly input: Input; readonly output: Output } | undefined;
		/** Absent if the library provides no JSON schema. */
		readonly jsonSchema?: {
			readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
		};
	};
}

/** Whether a value is a Standard Schema; those of some libraries are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
	const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
	return isHolder && "~standard" in value && isRecord(value["~standard"]);
}

/**
 * Returns the JSON schema of what a model must write: the input of a Standard Schema, before transformations.
 * @throws InputError if the schema provides none, or describes values that JSON does not have
 */
export function readJsonSchema(schema: StandardSchema): JsonSchema {
	const { vendor, jsonSchema } = schema["~standard"];
	// Older releases, from before the standard covered JSON schemas, have their own method.
	const { toJsonSchema, toJSONSchema } = schema as { toJsonSchema?: unknown; toJSONSchema?: unknown };
	const own = [toJsonSchema, toJSONSchema].find((method) => typeof method === "function");
	let described: unknown;
	try {
		described = jsonSchema ? jsonSchema.input({ target: "draft-2020-12" }) : own?.call(schema);
	} catch (error) {
		// Dates, maps, functions: JSON has no such values.
		const reason = error instanceof Error ? error.message : String(error);
		throw new InferenceClientInputError(`The schema of ${vendor} cannot be sent: ${reason}`);
	}
	if (isRecord(described)) return described;
	throw new InferenceClientInputError(
		`The schema of ${vendor} provides no JSON schema. Pass one that does (valibot: toStandardJsonSchema of @valibot/to-json-schema), or a JSON schema.`,
	);
}

export function pointerOf({ path = [] }: StandardIssue): string {
	return path.map((segment) => `/${escapePointer(typeof segment === "object" ? segment.key : segment)}`).join("");
}

/** Returns a key as a segment of a JSON pointer. */
export function escapePointer(key: PropertyKey): string {
	return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

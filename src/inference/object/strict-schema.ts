import { isRecord } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { type JsonSchema, listOf, namesOf, resolveReference } from "./reference.ts";

/** A schema in the form that every provider takes. */
export interface StrictSchema {
	schema: Record<string, unknown>;
	/** False if the form cannot express all of it, such as objects with members of any name. */
	isStrict: boolean;
}

/** Keywords that providers reject. They are moved to the description, where the model reads them. */
const CONSTRAINTS: ReadonlySet<string> = new Set(
	(
		"minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems " +
		"uniqueItems contains minProperties maxProperties propertyNames dependentRequired not if then else"
	).split(" "),
);

/**
 * Returns the schema in the strict subset that every provider takes: every member is required (an optional one may be
 * null), `additionalProperties` is false, and limits and defaults are removed. Limits are moved to the description.
 */
export function toStrictSchema(schema: JsonSchema): StrictSchema {
	const builder: Builder = {
		root: schema,
		names: new Map(),
		counts: new Map(),
		definitions: {},
		isStrict: true,
		depth: 0,
		parts: 0,
	};
	const strict = build(schema, builder);
	const { definitions, isStrict } = builder;
	return { schema: Object.keys(definitions).length > 0 ? { ...strict, $defs: definitions } : strict, isStrict };
}

interface Builder {
	root: JsonSchema;
	/** Reference → name among the definitions. */
	names: Map<string, string>;
	/** Last part of a reference → how many have it, and names of definitions. */
	counts: Map<string, number>;
	definitions: Record<string, unknown>;
	isStrict: boolean;
	depth: number;
	/** Built so far. */
	parts: number;
}

/** Most parts of a strict schema: those of variants and of `allOf` multiply. */
const MAX_PARTS = 250_000;

/** @throws InputError if there are too many */
function countPart(builder: Builder): void {
	if (++builder.parts > MAX_PARTS)
		throw new InferenceClientInputError(`The schema leads to more than ${MAX_PARTS} parts.`);
}

/** Largest depth: a schema may contain itself. */
const MAX_DEPTH = 100;

type Strict = Record<string, unknown>;

function build(given: unknown, builder: Builder): Strict {
	countPart(builder);
	const schema = isRecord(given) && builder.depth < MAX_DEPTH ? mergeParts(given, builder) : {};
	if (typeof schema["$ref"] === "string") return { $ref: `#/$defs/${define(schema["$ref"], builder)}` };
	builder.depth++;
	const strict = describe(schema, buildBare(schema, builder));
	builder.depth--;
	return schema["nullable"] === true ? orNull(strict) : strict;
}

function buildBare(schema: JsonSchema, builder: Builder): Strict {
	const variants = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
	if (variants.length > 0) return { anyOf: variants.map((variant) => build(inherit(schema, variant), builder)) };
	const values = "const" in schema ? [schema["const"]] : schema["enum"];
	if (Array.isArray(values)) return buildEnum(values);
	const types = Array.isArray(schema["type"]) ? schema["type"] : [findType(schema)];
	const [type] = types;
	if (types.length > 1 && types.some((name) => name === "object" || name === "array")) {
		return { anyOf: types.map((name) => build({ ...schema, description: undefined, type: name }, builder)) };
	}
	if (types.length > 1) return { type: [...types] };
	if (type === "object") return buildObject(schema, builder);
	if (type === "array") return { type, items: buildItems(schema, builder) };
	if (type !== undefined) return { type };
	builder.isStrict = false;
	return {};
}

function buildObject(schema: JsonSchema, builder: Builder): Strict {
	const required = namesOf(schema["required"]);
	const named = isRecord(schema["properties"]) ? schema["properties"] : {};
	const properties = { ...Object.fromEntries(required.map((name) => [name, {}])), ...named };
	const others = schema["additionalProperties"];
	if (Object.keys(properties).length === 0 && others !== false) {
		// Members of any name: the strict form cannot express them.
		builder.isStrict = false;
		return { type: "object", ...(isRecord(others) ? { additionalProperties: build(others, builder) } : {}) };
	}
	const isRequired = new Set(required);
	const members = Object.entries(properties).map(([name, part]) => {
		const strict = build(part, builder);
		return [name, isRequired.has(name) ? strict : orNull(strict)] as const;
	});
	return {
		type: "object",
		properties: Object.fromEntries(members),
		required: members.map(([name]) => name),
		additionalProperties: false,
	};
}

function buildItems(schema: JsonSchema, builder: Builder): Strict {
	const prefix = Array.isArray(schema["items"]) ? schema["items"] : listOf(schema["prefixItems"]);
	if (prefix.length === 0) return build(schema["items"], builder);
	const parts = prefix.map((part) => build(part, builder));
	const distinct = new Map(parts.map((part) => [JSON.stringify(part), part]));
	return distinct.size === 1 ? (parts[0] ?? {}) : { anyOf: [...distinct.values()] };
}

function buildEnum(values: readonly unknown[]): Strict {
	const types = [...new Set(values.map(typeOfValue))];
	const [type] = types;
	return { ...(type === undefined ? {} : { type: types.length === 1 ? type : types }), enum: [...values] };
}

function typeOfValue(value: unknown): string {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	return Number.isInteger(value) ? "integer" : typeof value;
}

/** Returns a strict schema that also accepts null. */
function orNull(schema: Strict): Strict {
	const { type, enum: values, anyOf, ...rest } = schema;
	if (Array.isArray(anyOf)) {
		const hasNull = anyOf.some((variant) => isRecord(variant) && variant["type"] === "null");
		return hasNull ? schema : { ...schema, anyOf: [...anyOf, { type: "null" }] };
	}
	if (type === undefined && !("$ref" in schema)) return schema;
	if (type === undefined) return { anyOf: [schema, { type: "null" }] };
	const types = Array.isArray(type) ? type : [type];
	if (types.includes("null")) return schema;
	return { type: [...types, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest };
}

/** Returns the description with the limits that the strict form omits. */
function describe(schema: JsonSchema, strict: Strict): Strict {
	const isTuple = Array.isArray(schema["items"]) || "prefixItems" in schema;
	const hasLimits = Object.keys(schema).some((name) => CONSTRAINTS.has(name));
	const limits = hasLimits
		? [...CONSTRAINTS].filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]])
		: [];
	if (isTuple) limits.push(["prefixItems", schema["prefixItems"] ?? schema["items"]]);
	const constraints = limits.length > 0 && `Constraints: ${JSON.stringify(Object.fromEntries(limits))}`;
	const given = schema["description"] ?? schema["title"];
	const text = [typeof given === "string" && given, constraints].filter(Boolean).join(" ");
	return text === "" ? strict : { ...strict, description: text };
}

/** Merges the parts of `allOf` into a schema; a reference next to other keywords is one of the parts. */
function mergeParts(schema: JsonSchema, builder: Builder, depth = 0): JsonSchema {
	const { allOf, $ref, ...own } = schema;
	const notes = ["description", "title", "default", "$defs", "definitions", "$schema", "$id"];
	const isBare = Object.keys(own).every((name) => notes.includes(name));
	if (typeof $ref === "string" && allOf === undefined && isBare) return { $ref };
	const parts = [...listOf(allOf), ...(typeof $ref === "string" ? [{ $ref }] : [])];
	if (parts.length === 0 || depth > 20) return own;
	const whole = parts.map((part) => {
		countPart(builder);
		if (!isRecord(part)) return {};
		const { $ref: reference, ...rest } = part;
		const target = typeof reference === "string" ? resolveReference(reference, builder.root) : part;
		return isRecord(target) ? mergeParts({ ...target, ...rest }, builder, depth + 1) : {};
	});
	if (parts.length === 1 && isBare) return { ...whole[0], ...own };
	const all = [...whole, own];
	const required = [...new Set(all.flatMap((part) => namesOf(part["required"])))];
	const properties = Object.assign({}, ...all.map((part) => (isRecord(part["properties"]) ? part["properties"] : {})));
	return {
		...Object.assign({}, ...all),
		...(required.length > 0 ? { required } : {}),
		...(Object.keys(properties).length > 0 ? { properties } : {}),
	};
}

/** Returns a variant, merged with the keywords next to `anyOf`. */
function inherit(schema: JsonSchema, variant: unknown): JsonSchema {
	const { anyOf: _any, oneOf: _one, description: _text, title: _title, nullable: _null, ...base } = schema;
	const { $defs: _defs, definitions: _definitions, $schema: _schema, ...shared } = base;
	if (!isRecord(variant)) return shared;
	if (Object.keys(shared).length === 0) return variant;
	return { allOf: [shared, variant] };
}

function define(reference: string, builder: Builder): string {
	const known = builder.names.get(reference);
	if (known !== undefined) return known;
	const last = reference.replace(/^.*\//s, "").replace(/[^\w-]/g, "_") || "root";
	const first = last === "_" ? "root" : last;
	let name = first;
	while (builder.counts.has(name)) {
		const count = (builder.counts.get(first) ?? 1) + 1;
		builder.counts.set(first, count);
		name = `${last}_${count}`;
	}
	builder.counts.set(name, builder.counts.get(name) ?? 1);
	builder.names.set(reference, name);
	builder.definitions[name] = build(resolveReference(reference, builder.root), builder);
	return name;
}

function findType(schema: JsonSchema): unknown {
	if (schema["type"] !== undefined) return schema["type"];
	if ("properties" in schema || "additionalProperties" in schema || "required" in schema) return "object";
	return "items" in schema || "prefixItems" in schema ? "array" : undefined;
}

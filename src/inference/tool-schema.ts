import { isRecord } from "../base/json.ts";
import { type JsonSchema, resolveReference } from "./object/reference.ts";
import type { SchemaForm } from "./types.ts";

/** Limits of values. */
const BOUNDS = (
	"minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems " +
	"uniqueItems minProperties maxProperties propertyNames"
).split(" ");
/** Keywords that mean nothing to the model. */
const NOTES = "$schema $id $comment title examples default readOnly writeOnly deprecated".split(" ");
const CONDITIONS = "if then else not dependentRequired dependentSchemas unevaluatedProperties patternProperties".split(
	" ",
);

/** Restrictions of a service on the schemas of tools. */
interface SchemaRules {
	/** Keywords that are left out. Limits of values go to the description, where the model reads them. */
	without: readonly string[];
	/** References are replaced by their targets. */
	inlines?: true;
	/** Each object must say `additionalProperties: false`. */
	closes?: true;
}

/** The rules of each form. */
export const SCHEMA_RULES: Readonly<Record<SchemaForm, SchemaRules>> = {
	plain: { without: [...NOTES, ...BOUNDS, ...CONDITIONS, "additionalProperties", "const"], inlines: true },
	grammar: { without: [...NOTES, ...CONDITIONS, "pattern"], inlines: true },
	closed: { without: [...NOTES, ...BOUNDS, ...CONDITIONS], inlines: true, closes: true },
	checked: { without: ["$schema", "$id"] },
};

/** Levels of a schema; one that contains itself ends here as any value. */
const MAX_DEPTH = 12;
/** Maximum schemas in one schema, references included: a few that refer to each other could expand to millions. */
const MAX_PARTS = 5000;
const UNIONS = ["anyOf", "oneOf", "allOf"];

/** Returns the schema of a tool in the form that a service takes: an object at the top, without what its rules exclude. */
export function adaptSchema(schema: JsonSchema, form: SchemaForm): JsonSchema {
	const rules = SCHEMA_RULES[form];
	const state = { root: schema, rules, parts: 0 };
	const { $defs: _defs, definitions: _definitions, ...top } = schema;
	const adapted = build(rules.inlines ? top : schema, state, 0);
	return rules.closes ? close(mergeTop(adapted)) : mergeTop(adapted);
}

interface SchemaWalk {
	root: JsonSchema;
	rules: SchemaRules;
	parts: number;
}

function build(schema: JsonSchema, state: SchemaWalk, depth: number): Record<string, unknown> {
	const { rules, root } = state;
	if (depth > MAX_DEPTH || ++state.parts > MAX_PARTS) return {};
	const { $ref: reference, ...own } = schema;
	if (rules.inlines && typeof reference === "string") {
		const target = resolveOrUndefined(reference, root);
		return build(isRecord(target) ? { ...target, ...own } : own, state, depth + 1);
	}
	const built: Record<string, unknown> = {};
	const lost: string[] = [];
	for (const [key, value] of Object.entries(schema)) {
		if (rules.without.includes(key)) {
			if (BOUNDS.includes(key)) lost.push(`${key}: ${JSON.stringify(value)}`);
			continue;
		}
		built[key] = buildMember(key, value, state, depth);
	}
	if (lost.length > 0) built["description"] = [built["description"], `(${lost.join(", ")})`].filter(Boolean).join(" ");
	if (rules.inlines && Array.isArray(built["type"]) && !UNIONS.some((name) => name in built)) {
		const { type, ...rest } = built;
		return splitTypes(type as unknown[], rest);
	}
	return built;
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE: ReadonlySet<string> = new Set("items additionalProperties contains".split(" "));
const NAMED: ReadonlySet<string> = new Set("properties $defs definitions".split(" "));

function buildMember(key: string, value: unknown, state: SchemaWalk, depth: number): unknown {
	if (ONE.has(key) && isRecord(value)) return build(value, state, depth + 1);
	if (NAMED.has(key) && isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([name, one]) => [name, isRecord(one) ? build(one, state, depth + 1) : one]),
		);
	}
	if ((UNIONS.includes(key) || key === "prefixItems") && Array.isArray(value)) {
		return value.map((one: unknown) => (isRecord(one) ? build(one, state, depth + 1) : one));
	}
	return value;
}

/** Several types of one value: one of them if the others say that it may be null, else a choice. */
function splitTypes(types: readonly unknown[], rest: Record<string, unknown>): Record<string, unknown> {
	const named = types.filter((type) => type !== "null");
	if (named.length === 1) return { type: named[0], ...rest };
	const { description, ...limits } = rest;
	return { ...(description === undefined ? {} : { description }), anyOf: types.map((type) => ({ type, ...limits })) };
}

function resolveOrUndefined(reference: string, root: JsonSchema): unknown {
	try {
		return resolveReference(reference, root);
	} catch {
		return undefined;
	}
}

/** An object at the top: the members of all its choices, of which those are required that each one requires. */
function mergeTop(schema: Record<string, unknown>): Record<string, unknown> {
	const names = UNIONS.filter((name) => Array.isArray(schema[name]));
	const { properties, required, ...rest } = schema;
	let members = isRecord(properties) ? properties : {};
	let needed = Array.isArray(required) ? (required as unknown[]) : [];
	for (const name of names) {
		const choices = (schema[name] as unknown[]).filter(isRecord);
		delete rest[name];
		for (const choice of choices) {
			const more = isRecord(choice["properties"]) ? choice["properties"] : {};
			for (const [key, member] of Object.entries(more)) {
				const before = Object.hasOwn(members, key) ? members[key] : undefined;
				members = { ...members, [key]: before === undefined ? member : eitherOf(before, member) };
			}
		}
		const lists = choices.map((choice) => (Array.isArray(choice["required"]) ? (choice["required"] as unknown[]) : []));
		const common =
			name === "allOf" ? lists.flat() : (lists[0] ?? []).filter((one) => lists.every((list) => list.includes(one)));
		needed = [...new Set([...needed, ...common])];
	}
	const known = needed.filter((one) => typeof one === "string" && Object.hasOwn(members, one));
	return { ...rest, type: "object", properties: members, ...(known.length > 0 ? { required: known } : {}) };
}

/** A member that choices describe differently. */
function eitherOf(first: unknown, second: unknown): unknown {
	const choices =
		isRecord(first) && Object.keys(first).length === 1 && Array.isArray(first["anyOf"]) ? first["anyOf"] : [first];
	const texts = choices.map((choice: unknown) => JSON.stringify(choice));
	if (texts.includes(JSON.stringify(second))) return first;
	return { anyOf: [...(choices as unknown[]), second] };
}

/** Says of each object that it has no other members. */
function close(value: unknown): Record<string, unknown> {
	return closeAny(value) as Record<string, unknown>;
}

function closeAny(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(closeAny);
	if (!isRecord(value)) return value;
	const closed = Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, key === "enum" || key === "const" ? member : closeAny(member)]),
	);
	return value["type"] === "object" && isRecord(value["properties"])
		? { ...closed, additionalProperties: false }
		: closed;
}

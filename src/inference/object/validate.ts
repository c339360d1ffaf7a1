import { isRecord } from "../../base/json.ts";
import { checkLimits, matches } from "./limits.ts";
import { type JsonSchema, listOf, resolveReference } from "./reference.ts";

/** How and where a value violates its schema. */
export interface SchemaProblem {
	/** JSON pointer, such as `/people/0/age`; empty for the whole value. */
	path: string;
	/** Such as `must be an integer, not "old"`. */
	message: string;
}

/**
 * Checks a JSON value against a JSON schema: types, values, members, items, lengths, ranges, patterns, common formats,
 * combinations, conditions and references within the schema. Annotations and the keywords `unevaluated…` and
 * `$dynamicRef` are ignored.
 * @returns the problems; empty if there are none
 */
export function validate(schema: unknown, value: unknown, root: unknown = schema): SchemaProblem[] {
	const problems: SchemaProblem[] = [];
	check(schema, value, { root: isRecord(root) ? root : {}, path: "", problems, references: 0 });
	return problems;
}

/** Progress of a check. */
export interface Place {
	root: JsonSchema;
	path: string;
	problems: SchemaProblem[];
	/** References followed without going deeper into the value. */
	references: number;
}

/** Most references in a row; more are circular. */
const MAX_REFERENCES = 50;

function check(schema: unknown, value: unknown, place: Place): void {
	if (schema === false) report(place, "is not allowed here");
	if (!isRecord(schema)) return;
	if (typeof schema["$ref"] === "string" && place.references < MAX_REFERENCES) {
		const target = resolveReference(schema["$ref"], place.root);
		check(target, value, { ...place, references: place.references + 1 });
	}
	if (value === null && schema["nullable"] === true) return;
	if (!hasType(schema["type"], value)) {
		report(place, `must be ${describeTypes(schema["type"])}, not ${show(value)}`);
		return;
	}
	const options = schema["enum"];
	if (Array.isArray(options) && !options.some((option) => isEqual(option, value))) {
		report(place, `must be one of ${options.map(show).join(", ")}, not ${show(value)}`);
	}
	if ("const" in schema && !isEqual(schema["const"], value)) {
		report(place, `must be ${show(schema["const"])}, not ${show(value)}`);
	}
	checkCombinations(schema, value, place);
	checkLimits(schema, value, (message) => report(place, message));
	if (Array.isArray(value)) checkItems(schema, value, place);
	else if (isRecord(value)) checkMembers(schema, value, place);
}

function checkCombinations(schema: JsonSchema, value: unknown, place: Place): void {
	const fits = (part: unknown): boolean => findProblems(part, value, place).length === 0;
	for (const part of listOf(schema["allOf"])) check(part, value, place);
	for (const name of ["anyOf", "oneOf"]) {
		const variants = listOf(schema[name]);
		if (variants.length === 0) continue;
		const outcomes = variants.map((part) => findProblems(part, value, place));
		const fitting = outcomes.filter(({ length }) => length === 0).length;
		if (fitting === 0) place.problems.push(...nearest(outcomes, place));
		else if (name === "oneOf" && fitting > 1) report(place, `must follow exactly one of the variants, not ${fitting}`);
	}
	if ("not" in schema && fits(schema["not"])) report(place, "must not follow the schema under not");
	if (!("if" in schema)) return;
	check(fits(schema["if"]) ? schema["then"] : schema["else"], value, place);
}

/**
 * Returns the problems of the variant that was probably meant: the one with the fewest problems, all of them within the value.
 */
function nearest(outcomes: readonly SchemaProblem[][], place: Place): SchemaProblem[] {
	const inner = outcomes.filter((problems) => problems.every(({ path }) => path !== place.path));
	const [best] = inner.sort((left, right) => left.length - right.length);
	return best ?? [{ path: place.path, message: "must follow one of the variants" }];
}

function checkItems(schema: JsonSchema, value: readonly unknown[], place: Place): void {
	// Until 2019 the list of schemas was called `items`.
	const isOld = Array.isArray(schema["items"]);
	const prefix = listOf(isOld ? schema["items"] : schema["prefixItems"]);
	const rest = isOld ? schema["additionalItems"] : schema["items"];
	for (const [index, item] of value.entries())
		check(index < prefix.length ? prefix[index] : rest, item, inside(place, index));
	if (!("contains" in schema)) return;
	const { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY } = schema;
	const count = value.filter((item) => findProblems(schema["contains"], item, place).length === 0).length;
	if (count < Number(least) || count > Number(most)) {
		report(place, `must contain ${Number(least)} or more of the items under contains, and has ${count}`);
	}
}

function checkMembers(schema: JsonSchema, value: Readonly<Record<string, unknown>>, place: Place): void {
	const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
	const patterns = Object.entries(isRecord(schema["patternProperties"]) ? schema["patternProperties"] : {});
	for (const name of listOf(schema["required"])) {
		if (!Object.hasOwn(value, String(name))) report(inside(place, String(name)), "is missing");
	}
	for (const [name, member] of Object.entries(value)) {
		const at = inside(place, name);
		const isNamed = Object.hasOwn(properties, name);
		if (isNamed) check(properties[name], member, at);
		const matching = patterns.filter(([pattern]) => matches(pattern, name));
		for (const [, part] of matching) check(part, member, at);
		if (!isNamed && matching.length === 0) check(schema["additionalProperties"], member, at);
		if ("propertyNames" in schema) check(schema["propertyNames"], name, at);
	}
	const dependent = isRecord(schema["dependentRequired"]) ? schema["dependentRequired"] : {};
	for (const [name, others] of Object.entries(dependent)) {
		if (!Object.hasOwn(value, name)) continue;
		for (const other of listOf(others)) {
			if (!Object.hasOwn(value, String(other))) report(inside(place, String(other)), `is required with ${name}`);
		}
	}
	const schemas = isRecord(schema["dependentSchemas"]) ? schema["dependentSchemas"] : {};
	for (const [name, part] of Object.entries(schemas)) if (Object.hasOwn(value, name)) check(part, value, place);
}

function findProblems(schema: unknown, value: unknown, place: Place): SchemaProblem[] {
	const problems: SchemaProblem[] = [];
	check(schema, value, { ...place, problems });
	return problems;
}

function inside(place: Place, key: string | number): Place {
	const segment = String(key).replaceAll("~", "~0").replaceAll("/", "~1");
	return { ...place, path: `${place.path}/${segment}`, references: 0 };
}

function report({ problems, path }: Place, message: string): void {
	problems.push({ path, message });
}

function hasType(type: unknown, value: unknown): boolean {
	if (type === undefined) return true;
	return (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, value));
}

function isOfType(type: unknown, value: unknown): boolean {
	switch (type) {
		case "null":
			return value === null;
		case "array":
			return Array.isArray(value);
		case "object":
			return isRecord(value);
		case "integer":
			return Number.isInteger(value);
		default:
			return typeof value === type;
	}
}

function describeTypes(type: unknown): string {
	const names = (Array.isArray(type) ? type : [type]).map((name) =>
		name === "null" ? "null" : `${/^[aeio]/.test(String(name)) ? "an" : "a"} ${name}`,
	);
	return names.join(" or ");
}

/** Returns a value in the form that messages show. */
function show(value: unknown): string {
	const text = JSON.stringify(value) ?? "undefined";
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Whether two JSON values are the same. */
function isEqual(left: unknown, right: unknown): boolean {
	if (Array.isArray(left) && Array.isArray(right)) {
		return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
	}
	if (!isRecord(left) || !isRecord(right)) return left === right;
	const names = Object.keys(left);
	return (
		names.length === Object.keys(right).length &&
		names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
	);
}

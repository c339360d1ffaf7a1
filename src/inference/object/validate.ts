import { isRecord, textOf } from "../../base/json.ts";
import { matches, UnboundedPattern } from "./pattern.ts";
import { escapePointer, type JsonSchema, listOf, namesOf, resolveReference } from "./reference.ts";
import { TooMuchWork, Work } from "./work.ts";

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
 * `$dynamicRef` are ignored. The schema may come from anybody: it takes about a second at most, whatever its patterns and
 * references are.
 * @returns the problems, at most {@link MAX_PROBLEMS}; empty if there are none
 */
export function validate(schema: unknown, value: unknown, root: unknown = schema, work = new Work()): SchemaProblem[] {
	const problems: SchemaProblem[] = [];
	try {
		check(schema, value, { root: isRecord(root) ? root : {}, path: "", problems, references: 0, work });
	} catch (error) {
		if (!(error instanceof TooMuchWork)) throw error;
		return [{ path: "", message: "cannot be checked: the schema takes too long on it" }];
	}
	return problems;
}

/** Most problems that are told of one value. */
const MAX_PROBLEMS = 1000;

interface ObjectCheck {
	root: JsonSchema;
	path: string;
	problems: SchemaProblem[];
	/** References followed without going deeper into the value. */
	references: number;
	work: Work;
}

/** Steps of checks by one schema, of following a reference, and of a problem. A character of a pattern takes one. */
const [CHECK_STEPS, REFERENCE_STEPS, PROBLEM_STEPS] = [10, 20, 20];

/** Maximum consecutive references; more are circular. */
const MAX_REFERENCES = 50;

function check(schema: unknown, value: unknown, place: ObjectCheck): void {
	place.work.spend(CHECK_STEPS);
	if (schema === false) report(place, "is not allowed here");
	if (!isRecord(schema)) return;
	if (typeof schema["$ref"] === "string" && place.references < MAX_REFERENCES) {
		place.work.spend(REFERENCE_STEPS);
		const target = resolveReference(schema["$ref"], place.root);
		check(target, value, { ...place, references: place.references + 1 });
	}
	if (value === null && schema["nullable"] === true) return;
	if (!hasType(schema["type"], value)) {
		report(place, `must be ${describeTypes(schema["type"])}, not ${show(value)}`);
		return;
	}
	const options = schema["enum"];
	if (Array.isArray(options)) {
		place.work.spend(options.length);
		if (!options.some((option) => isEqual(option, value)))
			report(place, `must be one of ${showOptions(options)}, not ${show(value)}`);
	}
	if ("const" in schema && !isEqual(schema["const"], value)) {
		report(place, `must be ${show(schema["const"])}, not ${show(value)}`);
	}
	checkCombinations(schema, value, place);
	if (typeof value === "number") checkNumber(schema, value, place);
	else if (typeof value === "string") checkText(schema, value, place);
	else if (Array.isArray(value)) checkItems(schema, value, place);
	else if (isRecord(value)) checkMembers(schema, value, place);
}

function checkCombinations(schema: JsonSchema, value: unknown, place: ObjectCheck): void {
	const fits = (part: unknown): boolean => findProblems(part, value, place).length === 0;
	for (const part of listOf(schema["allOf"])) check(part, value, place);
	for (const name of ["anyOf", "oneOf"]) {
		const variants = listOf(schema[name]);
		if (variants.length === 0) continue;
		const outcomes = variants.map((part) => findProblems(part, value, place));
		const fitting = outcomes.filter(({ length }) => length === 0).length;
		if (fitting === 0) for (const problem of nearest(outcomes, place)) add(place, problem);
		else if (name === "oneOf" && fitting > 1) report(place, `must follow exactly one of the variants, not ${fitting}`);
	}
	if ("not" in schema && fits(schema["not"])) report(place, "must not follow the schema under not");
	if (!("if" in schema)) return;
	check(fits(schema["if"]) ? schema["then"] : schema["else"], value, place);
}

/** Returns the problems of the variant that was probably meant: with the fewest problems, all of them within the value. */
function nearest(outcomes: readonly SchemaProblem[][], place: ObjectCheck): SchemaProblem[] {
	const inner = outcomes.filter((problems) => problems.every(({ path }) => path !== place.path));
	const [best] = inner.sort((left, right) => left.length - right.length);
	return best ?? [{ path: place.path, message: "must follow one of the variants" }];
}

function checkItems(schema: JsonSchema, value: readonly unknown[], place: ObjectCheck): void {
	checkCount(schema, "Items", value.length, "items", place);
	const keys = value.map((item) => JSON.stringify(item));
	if (schema["uniqueItems"] === true && new Set(keys).size < keys.length) {
		report(place, "must not contain the same item twice");
	}
	// Until 2019 the list of schemas was called `items`.
	const isOld = Array.isArray(schema["items"]);
	const prefix = listOf(isOld ? schema["items"] : schema["prefixItems"]);
	const rest = isOld ? schema["additionalItems"] : schema["items"];
	for (const [index, item] of value.entries()) {
		check(index < prefix.length ? prefix[index] : rest, item, inside(place, index));
	}
	if (!("contains" in schema)) return;
	const { minContains, maxContains } = schema;
	const least = typeof minContains === "number" ? minContains : 1;
	const most = typeof maxContains === "number" ? maxContains : Number.POSITIVE_INFINITY;
	const count = value.filter((item) => findProblems(schema["contains"], item, place).length === 0).length;
	if (count < least || count > most) {
		report(place, `must contain ${least} or more of the items under contains, and has ${count}`);
	}
}

function checkMembers(schema: JsonSchema, value: Readonly<Record<string, unknown>>, place: ObjectCheck): void {
	checkCount(schema, "Properties", Object.keys(value).length, "members", place);
	const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
	const patterns = Object.entries(isRecord(schema["patternProperties"]) ? schema["patternProperties"] : {});
	const required = namesOf(schema["required"]);
	place.work.spend(required.length + patterns.length * Object.keys(value).length);
	for (const name of required) {
		if (!Object.hasOwn(value, name)) report(inside(place, name), "is missing");
	}
	for (const [name, member] of Object.entries(value)) {
		const at = inside(place, name);
		const isNamed = Object.hasOwn(properties, name);
		if (isNamed) check(properties[name], member, at);
		const matching = patterns.filter(([pattern]) => fitsPattern(pattern, name, place));
		for (const [, part] of matching) check(part, member, at);
		if (!isNamed && matching.length === 0) check(schema["additionalProperties"], member, at);
		if ("propertyNames" in schema) check(schema["propertyNames"], name, at);
	}
	const dependent = isRecord(schema["dependentRequired"]) ? schema["dependentRequired"] : {};
	for (const [name, others] of Object.entries(dependent)) {
		if (!Object.hasOwn(value, name)) continue;
		for (const other of namesOf(others)) {
			if (!Object.hasOwn(value, other)) report(inside(place, other), `is required with ${name}`);
		}
	}
	const schemas = isRecord(schema["dependentSchemas"]) ? schema["dependentSchemas"] : {};
	for (const [name, part] of Object.entries(schemas)) if (Object.hasOwn(value, name)) check(part, value, place);
}

function findProblems(schema: unknown, value: unknown, place: ObjectCheck): SchemaProblem[] {
	const problems: SchemaProblem[] = [];
	check(schema, value, { ...place, problems });
	return problems;
}

function inside(place: ObjectCheck, key: string | number): ObjectCheck {
	return { ...place, path: `${place.path}/${escapePointer(key)}`, references: 0 };
}

function report(place: ObjectCheck, message: string): void {
	place.work.spend(PROBLEM_STEPS);
	add(place, { path: place.path, message });
}

function add({ problems }: ObjectCheck, problem: SchemaProblem): void {
	if (problems.length < MAX_PROBLEMS) problems.push(problem);
}

function hasType(type: unknown, value: unknown): boolean {
	if (Array.isArray(type)) return type.some((name) => hasType(name, value));
	if (type === "array") return Array.isArray(value);
	if (type === "object") return isRecord(value);
	if (type === "integer") return Number.isInteger(value);
	return type === undefined || (type === "null" ? value === null : typeof value === type);
}

function describeTypes(type: unknown): string {
	const describe = (name: string): string =>
		name === "null" ? "null" : `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
	return [type].flat().map(textOf).map(describe).join(" or ");
}

function show(value: unknown): string {
	const text = JSON.stringify(value) ?? "undefined";
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Options of an `enum` that are named. */
const MAX_OPTIONS = 100;

function showOptions(options: readonly unknown[]): string {
	const rest = options.length > MAX_OPTIONS ? `, and ${options.length - MAX_OPTIONS} more` : "";
	return options.slice(0, MAX_OPTIONS).map(show).join(", ") + rest;
}

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

function checkNumber(schema: JsonSchema, value: number, place: ObjectCheck): void {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
	const claim = (fits: boolean, words: string): void => {
		if (!fits) report(place, `must be ${words}, not ${value}`);
	};
	if (typeof minimum === "number") claim(value >= minimum, `${minimum} or more`);
	if (typeof maximum === "number") claim(value <= maximum, `${maximum} or less`);
	if (typeof exclusiveMinimum === "number") claim(value > exclusiveMinimum, `more than ${exclusiveMinimum}`);
	if (typeof exclusiveMaximum === "number") claim(value < exclusiveMaximum, `less than ${exclusiveMaximum}`);
	if (typeof multipleOf === "number" && multipleOf > 0) {
		const quotient = value / multipleOf;
		// 0.3 / 0.1 is not an integer in binary.
		claim(!(Math.abs(quotient - Math.round(quotient)) > 1e-9), `a multiple of ${multipleOf}`);
	}
}

function checkText(schema: JsonSchema, value: string, place: ObjectCheck): void {
	const { pattern, format } = schema;
	// Characters, not UTF-16 code units.
	checkCount(schema, "Length", Array.from(value).length, "characters", place);
	if (typeof pattern === "string" && !fitsPattern(pattern, value, place)) report(place, `must match ${pattern}`);
	const form = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
	if (form && !form.test(value)) report(place, `must be a ${format}`);
}

const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[zZ]|[+-]\\d\\d:\\d\\d)";

/** Formats that are checked; others are annotations. */
const FORMATS: Readonly<Record<string, RegExp>> = {
	date: new RegExp(`^${DATE}$`),
	time: new RegExp(`^${TIME}$`),
	"date-time": new RegExp(`^${DATE}[tT ]${TIME}$`),
	email: /^[^\s@]+@[^\s@]+$/,
	uri: /^[a-zA-Z][a-zA-Z\d+.-]*:\S*$/,
	uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
	ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
};

function checkCount(schema: JsonSchema, kind: string, count: number, unit: string, place: ObjectCheck): void {
	const { [`min${kind}`]: least, [`max${kind}`]: most } = schema;
	if (typeof least === "number" && count < least) report(place, `must have ${least} or more ${unit}, not ${count}`);
	if (typeof most === "number" && count > most) report(place, `must have ${most} or fewer ${unit}, not ${count}`);
}

/** Whether a string matches a pattern; none matches one that cannot be followed in bounded time, which is reported. */
function fitsPattern(pattern: string, text: string, place: ObjectCheck): boolean {
	try {
		return matches(pattern, text, place.work);
	} catch (error) {
		if (!(error instanceof UnboundedPattern)) throw error;
		report(place, "cannot be checked: its pattern refers back to a group, or has too many within each other");
		return false;
	}
}

/** Largest depth of a value and of references. */
const MAX_DEPTH = 200;

/**
 * Returns a value without the nulls that mean "left out": those of optional members whose schema does not allow null.
 * In the strict form of a schema every member is required.
 * @throws TooMuchWork
 */
export function cleanNulls(
	schema: unknown,
	value: unknown,
	root: JsonSchema,
	work: Work = new Work(),
	depth = 0,
): unknown {
	if (!isRecord(schema) || depth > MAX_DEPTH || value === null || typeof value !== "object") return value;
	work.spend(CHECK_STEPS);
	const clean = (part: unknown, inner: unknown): unknown => cleanNulls(part, inner, root, work, depth + 1);
	let cleaned: unknown = value;
	if (typeof schema["$ref"] === "string") cleaned = clean(resolveReference(schema["$ref"], root), cleaned);
	for (const part of listOf(schema["allOf"])) cleaned = clean(part, cleaned);
	for (const variant of [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])]) {
		const candidate = clean(variant, cleaned);
		if (validate(variant, candidate, root, work).length > 0) continue;
		cleaned = candidate;
		break;
	}
	if (Array.isArray(cleaned)) return cleaned.map((item, index) => clean(schemaOfItem(schema, index), item));
	const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
	const required = listOf(schema["required"]);
	const isRequired = (name: string): boolean => {
		work.spend(required.length);
		return required.includes(name);
	};
	const entries = Object.entries(cleaned as object).flatMap(([name, member]: [string, unknown]) => {
		const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (part === undefined) return [[name, clean(schema["additionalProperties"], member)] as const];
		const isLeftOut = member === null && !isRequired(name) && validate(part, null, root, work).length > 0;
		return isLeftOut ? [] : [[name, clean(part, member)] as const];
	});
	return Object.fromEntries(entries);
}

function schemaOfItem(schema: JsonSchema, index: number): unknown {
	const prefix = listOf(schema["prefixItems"]);
	if (index < prefix.length) return prefix[index];
	return Array.isArray(schema["items"]) ? schema["items"][index] : schema["items"];
}

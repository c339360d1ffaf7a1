import { isBytes } from "../base/base64.ts";
import { isRecord } from "../base/json.ts";
import { closestWord } from "./closest-word.ts";
import { describeType, findTag, listValues, resolveSchema, type Schema, type SchemaDocument } from "./schemas.ts";

/** An error or a warning about a task's input. */
export interface Problem {
	/** Where, such as `parameters.top_k` or `messages[0].role`; empty for the whole. */
	path: string;
	/** The complete message. */
	message: string;
	/** A description of the expected value. */
	expected?: string;
	/** The known name or value that was probably meant; a name with its path. */
	suggestion?: string;
}

/** Whether a value follows a schema, and where it does not. */
export interface Validation {
	errors: Problem[];
	warnings: Problem[];
}

/** Checks a value against a schema of the document. Top-level names in `ignored` are skipped. */
export function validate(document: SchemaDocument, value: unknown, ignored: readonly string[] = []): Validation {
	const found: Validation = { errors: [], warnings: [] };
	check({ document, found, path: "", ignored, isOpen: false }, document.schema, value);
	return found;
}

/** The current position of the check. */
interface RequestCheck {
	document: SchemaDocument;
	found: Validation;
	path: string;
	ignored: readonly string[];
	/** In lists and unions unknown names are not reported: providers extend messages and tools freely. */
	isOpen: boolean;
}

function check(place: RequestCheck, unresolved: Schema, value: unknown): void {
	const schema = resolveSchema(place.document, unresolved);
	if (value === null && schema.nullable) return;
	for (const part of schema.allOf ?? []) check(place, part, value);
	const variants = schema.oneOf ?? schema.anyOf;
	if (variants) checkVariants(place, schema, variants, value);
	else if (!hasType(schema, value)) reportWrongType(place, schema, value);
	else if (Array.isArray(value)) checkList(place, schema, value);
	else if (isObject(value)) checkMembers(place, schema, value);
	else if (typeof value === "number") checkRange(place, schema, value);
}

function checkMembers(place: RequestCheck, schema: Schema, value: Readonly<Record<string, unknown>>): void {
	const { properties = {}, required = [], additionalProperties } = schema;
	for (const name of required) {
		const property = properties[name];
		if (!property || value[name] !== undefined) continue;
		const inner = { ...place, path: joinPath(place.path, name), ignored: [] };
		// For a missing object it is more helpful to name its required members.
		if (resolveSchema(place.document, property).required) check(inner, property, {});
		else {
			const expected = describeType(place.document, property);
			report(inner, "errors", `is missing; it must be ${expected}`, { expected });
		}
	}
	for (const [name, member] of Object.entries(value)) {
		const property = (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? additionalProperties;
		if (member === undefined || place.ignored.includes(name)) continue;
		if (property) check({ ...place, path: joinPath(place.path, name), ignored: [] }, property, member);
		else if (schema.properties && !place.isOpen) reportUnknown(place, schema.properties, name, member);
	}
}

function checkList(place: RequestCheck, schema: Schema, value: readonly unknown[]): void {
	const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY } = schema;
	if (value.length < minLength || value.length > maxLength) {
		const expected = `a list of ${minLength === maxLength ? minLength : `${minLength} to ${maxLength}`} items`;
		report(place, "errors", `must be ${expected}, not of ${value.length}`, { expected });
	}
	if (value.length > maxItems) report(place, "warnings", `should have at most ${maxItems} items, not ${value.length}`);
	const { items } = schema;
	if (!items) return;
	for (const [index, item] of value.entries())
		check({ ...place, path: `${place.path}[${index}]`, isOpen: true, ignored: [] }, items, item);
}

function checkRange(place: RequestCheck, schema: Schema, value: number): void {
	const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema;
	if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
		report(place, "warnings", `should be above ${exclusiveMinimum}, not ${value}`);
	else if (value < minimum) report(place, "warnings", `should be at least ${minimum}, not ${value}`);
	else if (value > maximum) report(place, "warnings", `should be at most ${maximum}, not ${value}`);
}

function checkVariants(place: RequestCheck, schema: Schema, variants: readonly Schema[], value: unknown): void {
	const inner = { ...place, isOpen: true };
	const resolved = variants.map((variant) => resolveSchema(place.document, variant));
	const tag = findTag(resolved);
	if (tag && isObject(value)) {
		const tagged = resolved.find(({ properties }) => properties?.[tag.name]?.enum?.[0] === value[tag.name]);
		const tagPlace = { ...inner, path: joinPath(place.path, tag.name) };
		const kinds = { enum: tag.values };
		if (tagged) check(inner, tagged, value);
		// Messages may have more kinds of parts than the schema lists.
		else if (schema.discriminator && place.isOpen) {
			const expected = describeType(place.document, kinds);
			report(tagPlace, "warnings", `should be ${expected}, not ${showValue(value[tag.name])}`, { expected });
		} else check(tagPlace, kinds, value[tag.name]);
		return;
	}
	const outcomes = resolved.map((variant) => {
		const found: Validation = { errors: [], warnings: [] };
		check({ ...inner, found }, variant, value);
		return found;
	});
	// A variant with the right type but invalid content explains more than a list of all variants.
	const best =
		outcomes.find(({ errors }) => errors.length === 0) ??
		outcomes
			.filter(({ errors }) => errors.every(({ path }) => path !== place.path))
			.sort((left, right) => left.errors.length - right.errors.length)[0];
	if (!best) reportWrongType(place, schema, value);
	place.found.errors.push(...(best?.errors ?? []));
	place.found.warnings.push(...(best?.warnings ?? []));
}

function joinPath(path: string, name: string): string {
	return path === "" ? name : `${path}.${name}`;
}

function report(
	place: RequestCheck,
	level: keyof Validation,
	sentence: string,
	details: Pick<Problem, "expected" | "suggestion"> = {},
): void {
	const subject = place.path === "" ? "The input" : `"${place.path}"`;
	place.found[level].push({ path: place.path, message: `${subject} ${sentence}.`, ...details });
}

function reportWrongType(place: RequestCheck, schema: Schema, value: unknown): void {
	// The parts of an `allOf` report the same problem.
	if (place.found.errors.some(({ path }) => path === place.path)) return;
	const expected = describeType(place.document, schema);
	const known = listValues(place.document, schema).filter((item) => typeof item === "string");
	const suggestion = typeof value === "string" ? closestWord(value, known) : undefined;
	report(place, "errors", `must be ${expected}, not ${showValue(value)}`, {
		expected,
		...(suggestion && { suggestion }),
	});
}

function reportUnknown(
	place: RequestCheck,
	properties: Readonly<Record<string, Schema>>,
	name: string,
	value: unknown,
): void {
	// The group may not exist here: `parameters.temperature` for the `temperature` of a chat.
	const members = isObject(value) ? Object.keys(value).filter((inner) => Object.hasOwn(properties, inner)) : [];
	for (const inner of members) warnOfUnknown(place, `${name}.${inner}`, inner);
	if (members.length > 0) return;
	// Or a parameter may have been put one level too high: `temperature` for `parameters.temperature`.
	const below = Object.entries(properties).flatMap(([outer, property]) =>
		Object.keys(resolveSchema(place.document, property).properties ?? {}).map((inner) => `${outer}.${inner}`),
	);
	const misplaced = below.find((inner) => inner.endsWith(`.${name}`));
	warnOfUnknown(place, name, misplaced ?? closestWord(name, Object.keys(properties)));
}

function warnOfUnknown(place: RequestCheck, name: string, closest: string | undefined): void {
	const path = joinPath(place.path, name);
	const suggestion = closest && joinPath(place.path, closest);
	place.found.warnings.push({
		path,
		message: `Unknown parameter "${path}"${suggestion ? `; did you mean "${suggestion}"?` : "."}`,
		...(suggestion && { suggestion }),
	});
}

const ADDRESS = /^(?:https?|data|blob):/i;
const BASE64 = /^[a-z0-9+/]+={0,2}$/i;
/** Enough to recognize base64; an image has megabytes of it. */
const BASE64_SAMPLE = 1024;

/** Whether a value has the type of a schema or is one of its values; its content is not checked. */
function hasType(schema: Schema, value: unknown): boolean {
	if (schema["x-binary"]) return isBinary(value);
	if (schema.const !== undefined) return value === schema.const;
	if (schema.enum) {
		const fold = (word: unknown): unknown =>
			schema["x-any-case"] && typeof word === "string" ? word.toLowerCase() : word;
		return schema.enum.some((known) => fold(known) === fold(value));
	}
	switch (schema.type) {
		case "string":
		case "boolean":
			return typeof value === schema.type;
		case "number":
			return typeof value === "number" && Number.isFinite(value);
		case "integer":
			return Number.isInteger(value);
		case "array":
			return Array.isArray(value);
		case "object":
			return isObject(value);
		default:
			return true;
	}
}

/** Whether a value has members to check; bytes have only positions. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return isRecord(value) && !isBytes(value);
}

function isBinary(value: unknown): boolean {
	if (typeof value !== "string") return isBytes(value) || value instanceof URL;
	return ADDRESS.test(value) || (value.length % 4 === 0 && BASE64.test(value.slice(0, BASE64_SAMPLE)));
}

function showValue(value: unknown): string {
	if (typeof value === "string") return value.length > 40 ? `"${value.slice(0, 40)}…"` : JSON.stringify(value);
	if (Array.isArray(value)) return "a list";
	if (isBytes(value)) return "binary data";
	return typeof value === "object" && value !== null ? "an object" : String(value);
}

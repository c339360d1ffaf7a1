import { getPath, isRecord, parseJson, textOf } from "../../base/json.ts";
import { invalid } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { findEntities } from "../text/extract.ts";
import { softmax, weighLabels } from "../text/labels.ts";
import { listKeywords } from "../text/words.ts";

/** Where values come from. */
export interface ValueSource {
	/** Text whose names, numbers and words fill the value. */
	text: string;
	/** An answer to the text, for members that need one. */
	answer: string;
}

type Schema = Readonly<Record<string, unknown>>;
const MAX_DEPTH = 8;

/** Shared state of all parts of one value. */
interface Task extends ValueSource {
	/** Remaining number of values. */
	budget: { values: number };
	/** The whole schema, which references point into. */
	root: Schema;
}

/**
 * Returns a value that follows a JSON schema; names and numbers of the text fill it where they fit.
 * @throws ServiceFailure if the schema requires more values or longer strings than allowed
 */
export function createValue(schema: unknown, source: ValueSource): unknown {
	const root = schemaOf(schema);
	const text = source.text.slice(0, 4000);
	return build(root, "", { ...source, text, root, budget: { values: LIMITS.schemaValues } }, 0);
}

const tooMany = () => invalid("response_format", `The schema asks for more than ${LIMITS.schemaValues} values.`);

function build(given: Schema, name: string, source: Task, depth: number): unknown {
	const schema = withConstraints(given);
	if (--source.budget.values < 0) throw tooMany();
	const { $ref: reference, enum: options, allOf } = schema;
	if (typeof reference === "string") {
		return depth > MAX_DEPTH ? null : build(resolve(reference, source.root), name, source, depth + 1);
	}
	if ("const" in schema) return schema["const"];
	if (Array.isArray(options)) return chooseOption(options.slice(0, 1000), source.text);
	const key = ["anyOf", "oneOf"].find((name) => Array.isArray(schema[name]));
	if (key !== undefined) {
		const fitting = listOf(schema[key]).filter(isRecord);
		const variant = fitting.find((item) => item["type"] !== "null") ?? fitting[0] ?? {};
		return build({ ...schema, [key]: undefined, ...variant }, name, source, depth);
	}
	if (Array.isArray(allOf)) {
		return build(mergeAll(schema, allOf.filter(isRecord), source.root), name, source, depth);
	}
	switch (typeOf(schema)) {
		case "object":
			return buildObject(schema, source, depth);
		case "array":
			return buildArray(schema, name, source, depth);
		case "number":
		case "integer":
			return buildNumber(schema, source);
		case "boolean":
			return true;
		case "null":
			return null;
		default:
			return buildText(schema, name, source);
	}
}

/** Returns limits stated in a description, which strict schemas cannot have. */
function withConstraints(schema: Schema): Schema {
	const { description } = schema;
	const text = typeof description === "string" ? /Constraints: (\{.*\})$/s.exec(description)?.[1] : undefined;
	const constraints = text === undefined ? undefined : parseJson(text);
	return isRecord(constraints) ? { ...constraints, ...schema } : schema;
}

function buildObject(schema: Schema, source: Task, depth: number): Record<string, unknown> {
	const properties = schemaOf(schema["properties"]);
	const required = listOf(schema["required"]).map(textOf);
	// Schemas that contain themselves end where nothing more is required.
	const names = [...new Set([...Object.keys(properties), ...required])].filter(
		(name) => depth < MAX_DEPTH / 2 || required.includes(name),
	);
	const make = (name: string): unknown => build(schemaOf(properties[name]), name, source, depth + 1);
	return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/** As few items as may be, but one; each but the first differs from the others where that is required. */
function buildArray(schema: Schema, name: string, source: Task, depth: number): unknown[] {
	const prefix = listOf(schema["prefixItems"]).filter(isRecord);
	if (prefix.length > 0) return prefix.map((item) => build(item, name, source, depth + 1));
	const items = withConstraints(schemaOf(schema["items"]));
	const least = readNumber(schema["minItems"]) ?? 0;
	const most = readNumber(schema["maxItems"]) ?? Number.POSITIVE_INFINITY;
	const length = Math.min(most, Math.max(least, depth > MAX_DEPTH / 2 ? 0 : 1));
	if (length > source.budget.values) throw tooMany();
	const values = Array.from({ length }, () => build(items, name, source, depth + 1));
	if (schema["uniqueItems"] !== true) return values;
	if (Array.isArray(items["enum"])) return [...new Set(items["enum"])].slice(0, length);
	return values.map((value, index) => {
		if (index === 0) return value;
		return typeof value === "number" ? value + index : typeof value === "string" ? `${value} ${index + 1}` : value;
	});
}

/** A number that the text states and the schema allows, else one in the middle of what it allows. */
function buildNumber(schema: Schema, { text }: ValueSource): number {
	const isWhole = typeOf(schema) === "integer";
	const step = isWhole ? 1 : 0.01;
	const [above, below] = [readNumber(schema["exclusiveMinimum"]), readNumber(schema["exclusiveMaximum"])];
	const least = readNumber(schema["minimum"]) ?? (above === undefined ? undefined : above + step);
	const most = readNumber(schema["maximum"]) ?? (below === undefined ? undefined : below - step);
	const found = (text.match(/-?\d+(?:\.\d+)?/g) ?? [])
		.map(Number)
		.find(
			(value) => value >= (least ?? -Infinity) && value <= (most ?? Infinity) && (!isWhole || Number.isInteger(value)),
		);
	const usual = least !== undefined && most !== undefined ? (least + most) / 2 : (least ?? most ?? 1);
	const value = isWhole ? Math.ceil((found ?? usual) - 1e-9) : (found ?? usual);
	const factor = readNumber(schema["multipleOf"]);
	return factor === undefined ? value : Math.max(Math.ceil((least ?? 0) / factor), Math.round(value / factor)) * factor;
}

const FORMATS: ReadonlyMap<unknown, string> = new Map([
	["date", "2026-01-01"],
	["date-time", "2026-01-01T12:00:00Z"],
	["time", "12:00:00Z"],
	["email", "ada@example.org"],
	["uri", "https://example.org/"],
	["url", "https://example.org/"],
	["uuid", "123e4567-e89b-42d3-a456-426614174000"],
	["ipv4", "192.0.2.1"],
]);

function buildText(schema: Schema, name: string, source: ValueSource): string {
	const sample = FORMATS.get(schema["format"]);
	if (sample !== undefined) return sample;
	const pattern = schema["pattern"];
	const least = readNumber(schema["minLength"]) ?? 0;
	const most = readNumber(schema["maxLength"]) ?? Number.POSITIVE_INFINITY;
	if (least > LIMITS.schemaCharacters) {
		const problem = `The schema asks for a string of more than ${LIMITS.schemaCharacters} characters.`;
		throw invalid("response_format", problem);
	}
	const text = typeof pattern === "string" ? writePattern(pattern) : chooseText(name, source);
	return (text.length > most ? text.slice(0, most).trim() : text).padEnd(least, ".");
}

/** Returns the part of the text for a member, judged by its name: a place, a name, the text, or the answer to it. */
function chooseText(name: string, { text, answer }: ValueSource): string {
	const entities = findEntities(text);
	const found = /city|location|place|country|town/i.test(name)
		? entities.find(({ entity_group }) => entity_group === "LOC")
		: /name|person|author/i.test(name)
			? entities[0]
			: undefined;
	if (found) return found.word;
	if (/text|input|message|content|expression|prompt|query|question/i.test(name)) return text;
	if (/answer|explanation|reason|summary|description|response|reply/i.test(name)) return answer;
	return listKeywords(text || answer)[0] ?? "something";
}

/** The option that the text names or that fits its mood, else the first. */
function chooseOption(options: readonly unknown[], text: string): unknown {
	const best = softmax(weighLabels(options.map(textOf))(text))[0]?.label;
	return options.find((option) => textOf(option) === best);
}

/** Writes a string for a pattern of characters, classes and repetitions. */
function writePattern(pattern: string): string {
	const parts = pattern.slice(0, 1000).matchAll(/(\[[^\]]+\]|\\.|[^\\^$(){}[\]|])(?:\{(\d+)(?:,\d*)?\}|([*+?]))?/g);
	let text = "";
	for (const [, part = "", count, sign] of parts) {
		const times = count ? Number(count) : sign === "*" || sign === "?" ? 0 : 1;
		if (text.length + times > LIMITS.schemaCharacters) {
			throw invalid("response_format", `The pattern asks for more than ${LIMITS.schemaCharacters} characters.`);
		}
		text += sampleOf(part).repeat(times);
	}
	return text;
}

function sampleOf(part: string): string {
	if (part === "\\d") return "1";
	if (part === "\\w" || part === ".") return "a";
	if (part === "\\s") return " ";
	if (part.startsWith("\\")) return part.slice(1);
	if (!part.startsWith("[")) return part;
	const inside = part.slice(1, -1);
	return inside.startsWith("\\") ? sampleOf(inside.slice(0, 2)) : (inside[0] ?? "");
}

function resolve(reference: string, root: Schema): Schema {
	const keys = reference.replace(/^#\/?/, "").split("/").filter(Boolean);
	return schemaOf(getPath(root, ...keys.map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"))));
}

function mergeAll(schema: Schema, parts: readonly Schema[], root: Schema): Schema {
	const resolved = parts.map((part) => (typeof part["$ref"] === "string" ? resolve(part["$ref"], root) : part));
	const all = [{ ...schema, allOf: undefined }, ...resolved];
	return {
		...Object.assign({}, ...all),
		properties: Object.assign({}, ...all.map((part) => schemaOf(part["properties"]))),
		required: all.flatMap((part) => listOf(part["required"])),
	};
}

function typeOf(schema: Schema): string {
	const type = schema["type"];
	if (typeof type === "string") return type;
	if (Array.isArray(type)) return textOf(type.find((item) => item !== "null") ?? "null");
	if ("properties" in schema && schema["properties"] !== undefined) return "object";
	return "items" in schema ? "array" : "string";
}

const readNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const schemaOf = (value: unknown): Schema => (isRecord(value) ? value : {});

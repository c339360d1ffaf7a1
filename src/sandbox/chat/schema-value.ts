import { getPath, isRecord, parseJson } from "../../base/json.ts";
import { invalid } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import type { Random } from "../random.ts";
import { measureMood } from "../text/labels.ts";
import { isKeyword, listKeywords } from "../text/words.ts";

/** Where values come from. */
export interface Source {
	/** Text whose names, numbers and words fill the value. */
	text: string;
	/** An answer to the text, for members that need one. */
	answer: string;
	random: Random;
}

type Schema = Readonly<Record<string, unknown>>;
const MAX_DEPTH = 8;

/** Shared state of all parts of one value. */
interface Task extends Source {
	/** Remaining number of values. */
	budget: { values: number };
	/** The whole schema, which references point into. */
	root: Schema;
}

/**
 * Returns a value that follows a JSON schema, filled from a text as well as it goes.
 * @throws ServiceFailure if the schema requires more values or longer strings than allowed
 */
export function createValue(schema: unknown, source: Source): unknown {
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
	if (Array.isArray(options)) return chooseOption(options.slice(0, 1000), source);
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
			return buildNumber(schema, name, source);
		case "boolean":
			return !/\b(?:not?|never|false)\b/i.test(source.text);
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
	const required = listOf(schema["required"]).map(String);
	// Schemas that contain themselves end where nothing more is required.
	const names = [...new Set([...Object.keys(properties), ...required])].filter(
		(name) => depth < MAX_DEPTH / 2 || required.includes(name),
	);
	const make = (name: string): unknown => build(schemaOf(properties[name]), name, source, depth + 1);
	return Object.fromEntries(names.map((name) => [name, make(name)]));
}

function buildArray(schema: Schema, name: string, source: Task, depth: number): unknown[] {
	const prefix = listOf(schema["prefixItems"]).filter(isRecord);
	if (prefix.length > 0) return prefix.map((item) => build(item, name, source, depth + 1));
	const items = withConstraints(schemaOf(schema["items"]));
	const least = readNumber(schema["minItems"]) ?? 0;
	const most = readNumber(schema["maxItems"]) ?? Number.POSITIVE_INFINITY;
	if (depth > MAX_DEPTH / 2 && least === 0) return [];
	const isText = (items["type"] === "string" || Object.keys(items).length === 0) && !Array.isArray(items["enum"]);
	const words = isText ? listItems(source.text) : [];
	const length = Math.min(most, Math.max(least, Math.min(words.length || 1, 5)));
	if (length > source.budget.values) throw tooMany();
	const values = Array.from({ length }, (_, index) => {
		const text = words[index];
		if (text !== undefined && fitsText(items, text)) return text;
		return build(items, name, { ...source, text: text ?? source.text }, depth + 1);
	});
	return schema["uniqueItems"] === true ? makeUnique(values, items) : values;
}

/** Repetitions get a number, or, where that is not possible, are left out. */
function makeUnique(values: unknown[], items: Schema): unknown[] {
	if (Array.isArray(items["enum"])) return [...new Set([...values, ...items["enum"]])].slice(0, values.length);
	return values.map((value, index) => {
		if (values.indexOf(value) === index) return value;
		return typeof value === "number" ? value + index : typeof value === "string" ? `${value} ${index + 1}` : value;
	});
}

function buildNumber(schema: Schema, name: string, { text, random }: Source): number {
	const isWhole = typeOf(schema) === "integer";
	const step = isWhole ? 1 : 0.01;
	const [above, below] = [readNumber(schema["exclusiveMinimum"]), readNumber(schema["exclusiveMaximum"])];
	const least = readNumber(schema["minimum"]) ?? (above === undefined ? undefined : above + step);
	const most = readNumber(schema["maximum"]) ?? (below === undefined ? undefined : below - step);
	const written = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
	const found = [findNumberNear(text, name) ?? Number.NaN, ...written].find(
		(value) => value >= (least ?? -Infinity) && value <= (most ?? Infinity) && (!isWhole || Number.isInteger(value)),
	);
	const usual = least !== undefined && most !== undefined ? (least + most) / 2 : (least ?? most ?? random.below(100));
	const value = isWhole ? Math.ceil((found ?? usual) - 1e-9) : (found ?? usual);
	const factor = readNumber(schema["multipleOf"]);
	return factor === undefined ? value : Math.max(Math.ceil((least ?? 0) / factor), Math.round(value / factor)) * factor;
}

/** Format → a value, and how to find one in the text. */
const FORMATS: ReadonlyMap<unknown, readonly [sample: string, inText?: RegExp]> = new Map([
	["date", ["2026-01-01", /\b\d{4}-\d\d-\d\d\b/]],
	["date-time", ["2026-01-01T12:00:00Z"]],
	["time", ["12:00:00Z"]],
	["email", ["ada@example.org", /[\w.+-]+@[\w-]+\.[\w.-]*\w/]],
	["uri", ["https://example.org/", /https?:\/\/[^\s"'<>)]+/]],
	["url", ["https://example.org/", /https?:\/\/[^\s"'<>)]+/]],
	["uuid", ["123e4567-e89b-42d3-a456-426614174000"]],
	["ipv4", ["192.0.2.1"]],
]);

function buildText(schema: Schema, name: string, source: Source): string {
	const [sample, inText] = FORMATS.get(schema["format"]) ?? [];
	if (sample !== undefined) return inText?.exec(source.text)?.[0] ?? sample;
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

const PLACE = /\b(?:in|at|to|from|for|of)\s+(\p{Lu}[\p{L}'’-]+(?:,?\s+\p{Lu}[\p{L}'’-]+)*)/u;

/** Returns the part of the text that a member wants, judged by its name. */
function chooseText(name: string, { text, answer }: Source): string {
	const words = name.toLowerCase().replace(/[_-]/g, " ");
	if (/\b(?:city|location|place|country|town|where)\b/.test(words)) return PLACE.exec(text)?.[1] ?? firstWord(text);
	if (/\b(?:name|person|who|author)\b/.test(words)) return listNames(text)[0] ?? firstWord(text);
	if (/\b(?:sentiment|mood)\b/.test(words)) return measureMood(text) < 0 ? "negative" : "positive";
	if (/\b(?:text|input|message|content|expression|prompt|query|question)\b/.test(words)) return text;
	return /\b(?:answer|explanation|reason|reasoning|summary|description|response|reply)\b/.test(words)
		? answer
		: firstWord(text || answer);
}

/** One of the allowed values: the one that the text names or that fits its mood, else any, always the same. */
function chooseOption(options: readonly unknown[], { text, random }: Source): unknown {
	const find = (pattern: (option: string) => RegExp): unknown =>
		options.find((option) => typeof option === "string" && pattern(option).test(text));
	const named = find((option) => new RegExp(`\\b${escapePattern(option)}\\b`, "i"));
	const mood = measureMood(text);
	const felt = options.find((option) => mood !== 0 && (mood > 0 ? /^pos/i : /^neg/i).test(String(option)));
	return named ?? felt ?? options[random.below(options.length)];
}

/** Returns the items of a list in the text: those between commas, else names, else keywords. */
function listItems(text: string): string[] {
	const listed = /(?::\s*|\b(?:of|with|buy|and|are|is)\s+)((?:[^,.!?\n]+,\s*)+(?:and\s+)?[^,.!?\n]+)/.exec(text)?.[1];
	if (listed) return listed.split(/,\s*(?:and\s+)?|\s+and\s+/).flatMap((item) => item.trim() || []);
	const names = listNames(text);
	return names.length > 1 ? names : listKeywords(text).slice(0, 5);
}

/** Words in capitals, neighbors joined. */
function listNames(text: string): string[] {
	const names = text.match(/\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu) ?? [];
	return [...new Set(names.filter((name) => isKeyword(name.split(" ")[0] ?? "")))];
}

/** Returns the number next to the name of a member: "age 36", "36 years old" for `age`. */
function findNumberNear(text: string, name: string): number | undefined {
	const word = name.toLowerCase().includes("age") ? "years?" : escapePattern(name.toLowerCase().replace(/[_-]/g, " "));
	const [, behind, before] =
		new RegExp(`\\b${word}\\b\\D{0,12}(-?\\d+(?:\\.\\d+)?)|(?<!\\d)(-?\\d+(?:\\.\\d+)?)[ -]${word}`, "i").exec(text) ??
		[];
	const found = before ?? behind;
	return found === undefined ? undefined : Number(found);
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
	if (Array.isArray(type)) return String(type.find((item) => item !== "null") ?? "null");
	if ("properties" in schema && schema["properties"] !== undefined) return "object";
	return "items" in schema ? "array" : "string";
}

function fitsText(schema: Schema, text: string): boolean {
	return (
		text.length >= (readNumber(schema["minLength"]) ?? 0) &&
		text.length <= (readNumber(schema["maxLength"]) ?? Number.POSITIVE_INFINITY) &&
		schema["pattern"] === undefined &&
		schema["format"] === undefined
	);
}

const readNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const schemaOf = (value: unknown): Schema => (isRecord(value) ? value : {});
const firstWord = (text: string): string => listKeywords(text)[0] ?? "something";
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

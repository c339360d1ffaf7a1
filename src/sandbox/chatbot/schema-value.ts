import { getPath, isRecord, parseJson } from "../../base/json.ts";
import { invalid } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import type { Random } from "../random.ts";
import { capitalize, listKeywords, splitSentences } from "../text/words.ts";
import phrases from "./data/phrases.json" with { type: "json" };

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
const SAMPLES: Readonly<Record<string, string>> = phrases.formats;

/** Shared state of all parts of one value. */
interface Task extends Source {
	/** Remaining number of values. */
	budget: { values: number };
}

/** Characters of the source that are searched. */
const MAX_SOURCE_LENGTH = 4000;
/** Values of an `enum` that are considered. */
const MAX_OPTIONS = 1000;

/**
 * Returns a value that follows a JSON schema, filled from a text as well as it goes.
 * @throws ServiceFailure if the schema requires more values or longer strings than allowed
 */
export function createValue(schema: unknown, source: Source): unknown {
	const root = isRecord(schema) ? schema : {};
	const text = source.text.slice(0, MAX_SOURCE_LENGTH);
	return build(root, "", { ...source, text, budget: { values: LIMITS.schemaValues } }, root, 0);
}

function build(given: Schema, name: string, source: Task, root: Schema, depth: number): unknown {
	const schema = withConstraints(given);
	if (--source.budget.values < 0) {
		throw invalid("response_format", `The schema asks for more than ${LIMITS.schemaValues} values.`);
	}
	if (typeof schema["$ref"] === "string") {
		return depth > MAX_DEPTH ? null : build(resolve(schema["$ref"], root), name, source, root, depth + 1);
	}
	if ("const" in schema) return schema["const"];
	const options = schema["enum"];
	if (Array.isArray(options)) return chooseOption(options.slice(0, MAX_OPTIONS), source);
	for (const key of ["anyOf", "oneOf"]) {
		const variants = schema[key];
		if (!Array.isArray(variants)) continue;
		const fitting = variants.filter(isRecord);
		const variant = fitting.find((item) => item["type"] !== "null") ?? fitting[0] ?? {};
		return build({ ...schema, [key]: undefined, ...variant }, name, source, root, depth);
	}
	if (Array.isArray(schema["allOf"])) {
		return build(mergeAll(schema, schema["allOf"].filter(isRecord), root), name, source, root, depth);
	}
	switch (typeOf(schema)) {
		case "object":
			return buildObject(schema, source, root, depth);
		case "array":
			return buildArray(schema, name, source, root, depth);
		case "number":
		case "integer":
			return buildNumber(schema, name, source);
		case "boolean":
			return !/\b(?:not|no|never|isn't|don't|bad|terrible|false)\b/i.test(source.text);
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

function buildObject(schema: Schema, source: Task, root: Schema, depth: number): Record<string, unknown> {
	const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
	const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
	// Schemas that contain themselves end where nothing more is required.
	const names = [...new Set([...Object.keys(properties), ...required])].filter(
		(name) => required.includes(name) || depth < MAX_DEPTH / 2,
	);
	return Object.fromEntries(
		names.map((name) => {
			const member = properties[name];
			return [name, build(isRecord(member) ? member : {}, name, source, root, depth + 1)];
		}),
	);
}

function buildArray(schema: Schema, name: string, source: Task, root: Schema, depth: number): unknown[] {
	const prefix = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].filter(isRecord) : [];
	if (prefix.length > 0) return prefix.map((item) => build(item, name, source, root, depth + 1));
	const items = withConstraints(isRecord(schema["items"]) ? schema["items"] : {});
	const least = readNumber(schema["minItems"]) ?? 0;
	const most = readNumber(schema["maxItems"]) ?? Number.POSITIVE_INFINITY;
	if (depth > MAX_DEPTH / 2 && least === 0) return [];
	const isText = (items["type"] === "string" || Object.keys(items).length === 0) && !Array.isArray(items["enum"]);
	const words = isText ? listItems(source.text) : [];
	const length = Math.min(most, Math.max(least, Math.min(words.length || 1, 5)));
	if (length > source.budget.values) {
		throw invalid("response_format", `The schema asks for more than ${LIMITS.schemaValues} values.`);
	}
	const values = Array.from({ length }, (_, index) =>
		words[index] !== undefined && fitsText(items, words[index])
			? words[index]
			: build(items, name, { ...source, text: words[index] ?? source.text }, root, depth + 1),
	);
	return schema["uniqueItems"] === true ? makeUnique(values, items) : values;
}

/** Repetitions get a number, or, where that is not possible, are left out. */
function makeUnique(values: unknown[], items: Schema): unknown[] {
	const options = Array.isArray(items["enum"]) ? items["enum"] : undefined;
	if (options) return [...new Set([...values, ...options])].slice(0, values.length);
	return values.map((value, index) => {
		if (values.indexOf(value) === index) return value;
		return typeof value === "number" ? value + index : typeof value === "string" ? `${value} ${index + 1}` : value;
	});
}

function buildNumber(schema: Schema, name: string, { text, random }: Source): number {
	const isWhole = typeOf(schema) === "integer";
	const exclusiveLeast = readNumber(schema["exclusiveMinimum"]);
	const exclusiveMost = readNumber(schema["exclusiveMaximum"]);
	const step = isWhole ? 1 : 0.01;
	const least = readNumber(schema["minimum"]) ?? (exclusiveLeast === undefined ? undefined : exclusiveLeast + step);
	const most = readNumber(schema["maximum"]) ?? (exclusiveMost === undefined ? undefined : exclusiveMost - step);
	const fits = (value: number): boolean =>
		(least === undefined || value >= least) && (most === undefined || value <= most);
	const written = (text.match(/-?\d+(?:\.\d+)?/g) ?? [])
		.map(Number)
		.filter((value) => !isWhole || Number.isInteger(value));
	const near = findNumberNear(text, name);
	const found = [...(near === undefined ? [] : [near]), ...written].find(fits);
	let value =
		found ?? clamp(least === undefined && most === undefined ? random.below(100) : middle(least, most), least, most);
	if (isWhole) value = Math.ceil(value - 1e-9);
	const factor = readNumber(schema["multipleOf"]);
	return factor === undefined ? value : Math.max(Math.ceil((least ?? 0) / factor), Math.round(value / factor)) * factor;
}

function buildText(schema: Schema, name: string, source: Source): string {
	const format = schema["format"];
	if (typeof format === "string" && SAMPLES[format] !== undefined)
		return findFormat(source.text, format) ?? SAMPLES[format];
	const pattern = schema["pattern"];
	const least = readNumber(schema["minLength"]) ?? 0;
	const most = readNumber(schema["maxLength"]) ?? Number.POSITIVE_INFINITY;
	if (least > LIMITS.schemaCharacters) {
		throw invalid(
			"response_format",
			`The schema asks for a string of more than ${LIMITS.schemaCharacters} characters.`,
		);
	}
	let text = chooseText(name, source);
	if (typeof pattern === "string") text = fitPattern(pattern, text, source);
	if (text.length > most) text = text.slice(0, most).trim();
	return text.padEnd(least, ".");
}

function chooseText(name: string, { text, answer }: Source): string {
	const words = name.toLowerCase().replace(/[_-]/g, " ");
	const proper = listProperNames(text);
	if (/\b(?:city|location|place|country|town|destination|where)\b/.test(words))
		return findPlace(text) ?? proper[0] ?? answerWord(text);
	if (/\b(?:email|mail)\b/.test(words)) return findFormat(text, "email") ?? phrases.formats.email;
	if (/\b(?:date|day|when)\b/.test(words))
		return /\b(?:today|tomorrow|yesterday|\d{4}-\d\d-\d\d|\w+day)\b/i.exec(text)?.[0] ?? phrases.formats.date;
	if (/\b(?:first name|name|person|who|author)\b/.test(words)) return proper[0] ?? capitalize(answerWord(text));
	if (/\b(?:last name|surname)\b/.test(words)) return proper[0]?.split(" ").at(-1) ?? capitalize(answerWord(text));
	if (/\b(?:sentiment|mood|tone)\b/.test(words))
		return /\b(?:hate|bad|awful|terrible|sad|angry)\b/i.test(text) ? "negative" : "positive";
	if (/\b(?:query|question|search|q)\b/.test(words)) return listKeywords(text).slice(0, 6).join(" ") || text;
	if (/\b(?:title|subject|topic|keyword|category|label|tag)\b/.test(words))
		return capitalize(listKeywords(text).slice(0, 3).join(" ")) || text;
	if (/\b(?:text|input|message|content|expression|prompt)\b/.test(words)) return text;
	if (/\b(?:answer|explanation|reason|reasoning|summary|description|response|reply|definition|steps?)\b/.test(words))
		return answer;
	return listKeywords(text)[0] ?? answerWord(answer);
}

/** One of the allowed values: the one the text names, else any, always the same. */
function chooseOption(options: readonly unknown[], { text, random }: Source): unknown {
	const named = options.find(
		(option) => typeof option === "string" && new RegExp(`\\b${escapePattern(option)}\\b`, "i").test(text),
	);
	if (named !== undefined) return named;
	const isNegative = /\b(?:hate|bad|awful|terrible|worst|sad|angry|broken)\b/i.test(text);
	const isPositive = /\b(?:love|good|great|excellent|happy|wonderful|best)\b/i.test(text);
	const mood = isNegative ? /^neg/i : isPositive ? /^pos/i : undefined;
	const felt = mood && options.find((option) => typeof option === "string" && mood.test(option));
	return felt ?? options[random.below(options.length)];
}

/** Returns the items of a list in the text: those between commas, else proper names, else keywords. */
function listItems(text: string): string[] {
	const listed = /(?::\s*|\b(?:of|with|buy|and|are|is)\s+)((?:[^,.!?\n]+,\s*)+(?:and\s+)?[^,.!?\n]+)/.exec(text)?.[1];
	if (listed) {
		return listed
			.split(/,\s*(?:and\s+)?|\s+and\s+/)
			.map((item) => item.trim())
			.filter(Boolean);
	}
	const proper = listProperNames(text);
	return proper.length > 1 ? proper : listKeywords(text).slice(0, 5);
}

/** Words in capitals that do not begin a sentence, neighbors joined. */
function listProperNames(text: string): string[] {
	const found = splitSentences(text).flatMap((sentence) => {
		const inside = sentence.match(/(?<=\S\s+)\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*/gu) ?? [];
		const first = /^\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*(?=,|\s+(?:is|was|works|lives|said|has|met|and)\b)/u.exec(
			sentence,
		)?.[0];
		return first &&
			!/^(?:What|Who|It|He|She|This|That|There|How|The|My|Which|Hello|Hi|Hey|Yes|No|Well|Please|Today|However|Also)\b/.test(
				first,
			)
			? [first, ...inside]
			: inside;
	});
	return [...new Set(found)].filter((name) => name !== "I" && !/^(?:JSON|I'm|I’m)$/.test(name));
}

function findPlace(text: string): string | undefined {
	return /\b(?:in|at|to|from|for|of)\s+((?:\p{Lu}[\p{L}'’-]+)(?:,?\s+\p{Lu}[\p{L}'’-]+)*)/u.exec(text)?.[1];
}

function findFormat(text: string, format: string): string | undefined {
	if (format === "email") return /[\w.+-]+@[\w-]+\.[\w.-]*\w/.exec(text)?.[0];
	if (format === "date") return /\b\d{4}-\d\d-\d\d\b/.exec(text)?.[0];
	if (format === "uri" || format === "url") return /https?:\/\/[^\s"'<>)]+/.exec(text)?.[0];
	return undefined;
}

/** Returns the number next to the name of a member: "age 36", "36 years old" for `age`. */
function findNumberNear(text: string, name: string): number | undefined {
	const word = escapePattern(name.toLowerCase().replace(/[_-]/g, " "));
	const beside = new RegExp(
		`\\b${word}\\b\\D{0,12}(-?\\d+(?:\\.\\d+)?)|(?<!\\d)(-?\\d+(?:\\.\\d+)?)\\s+(?:${word})`,
		"i",
	).exec(text);
	const age = name.toLowerCase().includes("age") ? /(\d+)[ -]years?[ -]old/i.exec(text) : null;
	const found = age?.[1] ?? beside?.[1] ?? beside?.[2];
	return found === undefined ? undefined : Number(found);
}

/** Returns a string for a pattern: from the source, else built from the simple parts of the pattern. */
function fitPattern(pattern: string, text: string, source: Source): string {
	if (!isQuick(pattern)) return writePattern(pattern);
	let expression: RegExp;
	try {
		expression = new RegExp(pattern, "u");
	} catch {
		return text;
	}
	const candidates = [text, ...source.text.split(/\s+/)].filter(({ length }) => length <= MAX_CANDIDATE_LENGTH);
	return candidates.find((candidate) => expression.test(candidate)) ?? writePattern(pattern);
}

const MAX_CANDIDATE_LENGTH = 60;

/** Whether matching a short text takes no time: no repetition of a group, and few repetitions at all. */
function isQuick(pattern: string): boolean {
	const repetitions = pattern.match(/[*+}]/g)?.length ?? 0;
	return pattern.length <= 200 && repetitions <= 4 && !/\)[*+{]|\\[1-9k]/.test(pattern);
}

const MAX_PATTERN_LENGTH = 1000;

/** Writes a string for a pattern of characters, classes and repetitions. */
function writePattern(pattern: string): string {
	const parts = pattern
		.slice(0, MAX_PATTERN_LENGTH)
		.matchAll(/(\[[^\]]+\]|\\.|[^\\^$(){}[\]|])(?:\{(\d+)(?:,\d*)?\}|([*+?]))?/g);
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
	const value = getPath(root, ...keys.map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~")));
	return isRecord(value) ? value : {};
}

function mergeAll(schema: Schema, parts: readonly Schema[], root: Schema): Schema {
	const resolved = parts.map((part) => (typeof part["$ref"] === "string" ? resolve(part["$ref"], root) : part));
	const all = [{ ...schema, allOf: undefined }, ...resolved];
	return {
		...Object.assign({}, ...all),
		properties: Object.assign({}, ...all.map((part) => (isRecord(part["properties"]) ? part["properties"] : {}))),
		required: all.flatMap((part) => (Array.isArray(part["required"]) ? part["required"] : [])),
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

function readNumber(value: unknown): number | undefined {
	return typeof value === "number" ? value : undefined;
}

function middle(least: number | undefined, most: number | undefined): number {
	if (least === undefined) return most ?? 0;
	return most === undefined ? least : (least + most) / 2;
}

function clamp(value: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): number {
	return Math.min(most, Math.max(least, value));
}

function answerWord(text: string): string {
	return listKeywords(text)[0] ?? "something";
}

function escapePattern(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

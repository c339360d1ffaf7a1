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
const SAMPLES = new Map(Object.entries(phrases.formats));

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
	const found = [findNumberNear(text, name), ...written].find((value) => value !== undefined && fits(value));
	const isBetween = least !== undefined && most !== undefined;
	const usual = isBetween ? Math.min(most, Math.max(least, (least + most) / 2)) : (least ?? most);
	let value = found ?? usual ?? random.below(100);
	if (isWhole) value = Math.ceil(value - 1e-9);
	const factor = readNumber(schema["multipleOf"]);
	return factor === undefined ? value : Math.max(Math.ceil((least ?? 0) / factor), Math.round(value / factor)) * factor;
}

function buildText(schema: Schema, name: string, source: Source): string {
	const format = schema["format"];
	const sample = typeof format === "string" && SAMPLES.get(format);
	if (sample) return findFormat(source.text, String(format)) ?? sample;
	const pattern = schema["pattern"];
	const least = readNumber(schema["minLength"]) ?? 0;
	const most = readNumber(schema["maxLength"]) ?? Number.POSITIVE_INFINITY;
	if (least > LIMITS.schemaCharacters) {
		const problem = `The schema asks for a string of more than ${LIMITS.schemaCharacters} characters.`;
		throw invalid("response_format", problem);
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
	if (listed) return listed.split(/,\s*(?:and\s+)?|\s+and\s+/).flatMap((item) => item.trim() || []);
	const proper = listProperNames(text);
	return proper.length > 1 ? proper : listKeywords(text).slice(0, 5);
}

/** Words in capitals, neighbors joined; at the beginning of a sentence only those that what follows shows to be names. */
function listProperNames(text: string): string[] {
	const found = splitSentences(text).flatMap((part) => {
		// Marks of lists and of bold type belong to no word.
		const sentence = part.replace(/^[^\p{L}\p{N}]+/u, "");
		const [first = ""] = FIRST_NAME.exec(sentence) ?? [];
		const others = sentence.slice(first.length).match(/(?<=\S\s+)\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*/gu) ?? [];
		return [first, ...others];
	});
	return [...new Set(found)].filter((name) => !/^(?:|I|JSON|I'm|I’m)$/.test(name));
}

const FIRST_NAME =
	/^(?!(?:What|Who|Whose|Where|When|Why|It|He|She|This|That|There|How|The|My|Which|Hello|Hi|Hey|Yes|No|Well|Please|Today|However|Also)\b)\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*(?=,|\s+(?:is|was|works|lives|said|has|met|and(?=\s+\p{Lu}))\b)/u;

function findPlace(text: string): string | undefined {
	return /\b(?:in|at|to|from|for|of)\s+((?:\p{Lu}[\p{L}'’-]+)(?:,?\s+\p{Lu}[\p{L}'’-]+)*)/u.exec(text)?.[1];
}

const URL_IN_TEXT = /https?:\/\/[^\s"'<>)]+/;
const FORMATS: ReadonlyMap<string, RegExp> = new Map([
	["email", /[\w.+-]+@[\w-]+\.[\w.-]*\w/],
	["date", /\b\d{4}-\d\d-\d\d\b/],
	["uri", URL_IN_TEXT],
	["url", URL_IN_TEXT],
]);

function findFormat(text: string, format: string): string | undefined {
	return FORMATS.get(format)?.exec(text)?.[0];
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
	const candidates = [text, ...source.text.split(/\s+/)].filter(({ length }) => length <= 60);
	return candidates.find((candidate) => expression.test(candidate)) ?? writePattern(pattern);
}

/** Whether matching a short text takes no time: no repetition of a group, and few repetitions at all. */
function isQuick(pattern: string): boolean {
	const repetitions = pattern.match(/[*+}]/g)?.length ?? 0;
	return pattern.length <= 200 && repetitions <= 4 && !/\)[*+{]|\\[1-9k]/.test(pattern);
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
const answerWord = (text: string): string => listKeywords(text)[0] ?? "something";
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

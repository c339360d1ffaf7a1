import { parseJson } from "../../../../base/json.ts";
import { describe, isArray, JqError, type Json, splitText, type ValueFunction } from "./values.ts";

export function readString(value: Json, problem: string): string {
	if (typeof value === "string") return value;
	throw new JqError(`${describe(value)} ${problem}`);
}

export const TEXT_FUNCTIONS: Readonly<Record<string, ValueFunction>> = {
	"fromjson/0": (input) => {
		const value = parseJson(readString(input, "only strings can be parsed")) as Json | undefined;
		if (value === undefined) throw new JqError(`${describe(input)} is not valid JSON`);
		return value;
	},
	"tonumber/0": toNumber,
	"toboolean/0": (input) => {
		if (typeof input === "boolean") return input;
		if (input === "true" || input === "false") return input === "true";
		throw new JqError(`${describe(input)} cannot be parsed as a boolean`);
	},
	"format/1": (input, name = null) => format(readString(name, "is not a valid format"), input),
	"utf8bytelength/0": (input) => Buffer.byteLength(readString(input, "only strings have UTF-8 byte length")),
	"ascii_downcase/0": (input) => changeCase(input, /[A-Z]+/g, (text) => text.toLowerCase()),
	"ascii_upcase/0": (input) => changeCase(input, /[a-z]+/g, (text) => text.toUpperCase()),
	"explode/0": (input) =>
		Array.from(readString(input, "cannot be exploded"), (character) => character.codePointAt(0) ?? 0),
	"implode/0": (input) => {
		if (!isArray(input)) throw new JqError(`${describe(input)} cannot be imploded`);
		const characters = input.map((code) => {
			if (typeof code !== "number") throw new JqError("Unicode codepoint must be numeric");
			return code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(Math.trunc(code)) : "\uFFFD";
		});
		return characters.join("");
	},
	"startswith/1": (input, start = null) =>
		both(input, start, "startswith() requires string inputs", (text, part) => text.startsWith(part)),
	"endswith/1": (input, end = null) =>
		both(input, end, "endswith() requires string inputs", (text, part) => text.endsWith(part)),
	"trim/0": (input) => readString(input, "cannot be trimmed").trim(),
	"ltrim/0": (input) => readString(input, "cannot be trimmed").trimStart(),
	"rtrim/0": (input) => readString(input, "cannot be trimmed").trimEnd(),
	"split/1": (input, separator = null) =>
		both(input, separator, "split input and separator must be strings", splitText),
	"join/1": join,
	"_match/2": (input, pattern = null, flags = null) =>
		isArray(pattern) ? findMatches(input, pattern[0] ?? null, pattern[1] ?? flags) : findMatches(input, pattern, flags),
};

function toNumber(input: Json): Json {
	if (typeof input === "number") return input;
	const isNumber = typeof input === "string" && /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(input.trim());
	if (!isNumber) throw new JqError(`${describe(input)} cannot be parsed as a number`);
	return Number(input);
}

function changeCase(input: Json, letters: RegExp, change: (text: string) => string): Json {
	return readString(input, "input must be a string").replace(letters, change);
}

function both(input: Json, argument: Json, problem: string, work: (text: string, argument: string) => Json): Json {
	if (typeof input === "string" && typeof argument === "string") return work(input, argument);
	throw new JqError(problem);
}

function join(input: Json, separator: Json = null): Json {
	if (!isArray(input)) throw new JqError(`Cannot iterate over ${describe(input)}`);
	const show = (item: Json): string => {
		if (item === null) return "";
		if (typeof item === "object") throw new JqError(`${describe(item)} cannot be joined`);
		return String(item);
	};
	return input.length === 0 ? "" : input.map(show).join(readString(separator, "is not a separator"));
}

/** Converts jq's flags to JavaScript's; `x` changes the pattern. */
function compileRegex(pattern: Json, flags: Json): { regex: RegExp; skipsEmpty: boolean } {
	const source = readString(pattern, "cannot be matched, as it is not a string");
	const letters = flags === null ? "" : readString(flags, "is not a string");
	if (!/^[gimnplsx]*$/.test(letters)) throw new JqError(`${letters} is not a valid modifier string`);
	const has = (letter: string): boolean => letters.includes(letter);
	const text = has("x")
		? source.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*/gs, (part) => (/^[\s#]/.test(part) ? "" : part))
		: source;
	const global = has("g") ? "g" : "";
	const all = has("s") || has("p") ? "s" : "";
	try {
		return { regex: new RegExp(text, `d${global}${has("i") ? "i" : ""}${all}u`), skipsEmpty: has("n") };
	} catch (error) {
		throw new JqError(`${source} (at offset 0) is not a valid regex: ${(error as Error).message}`);
	}
}

/** The matches of a regular expression, with positions in code points. */
function findMatches(input: Json, pattern: Json, flags: Json): Json {
	const text = readString(input, "cannot be matched, as it is not a string");
	const { regex, skipsEmpty } = compileRegex(pattern, flags);
	const found = regex.global ? [...text.matchAll(regex)] : [regex.exec(text)].filter((match) => match !== null);
	return found
		.filter(([whole]) => !skipsEmpty || whole !== "")
		.map((match) => {
			const names = namesOfGroups(regex.source);
			const offset = countCharacters(text.slice(0, match.index));
			const captures = match.slice(1).map((group: string | undefined, index) => {
				const name = names[index] ?? null;
				if (group === undefined) return { offset: -1, length: 0, string: null, name };
				const start = countCharacters(text.slice(0, match.indices?.[index + 1]?.[0]));
				return { offset: start, length: countCharacters(group), string: group, name };
			});
			return { offset, length: countCharacters(match[0]), string: match[0], captures };
		});
}

function countCharacters(text: string): number {
	return [...text].length;
}

/** The names of the groups of a regular expression, in their order; undefined for those without. */
function namesOfGroups(source: string): (string | undefined)[] {
	const groups = source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|\((?:\?<([A-Za-z_]\w*)>|(?!\?))/gs);
	return [...groups].filter(([text]) => text.startsWith("(")).map(([, name]) => name);
}

/** A value as `tostring` shows it: strings without quotes, others as JSON. */
export function toText(value: Json): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
	"<": "&lt;",
	">": "&gt;",
	"&": "&amp;",
	"'": "&#39;",
	'"': "&quot;",
};

/** The formats after `@`. */
const FORMATS: Readonly<Record<string, (value: Json) => string>> = {
	text: toText,
	json: (value) => JSON.stringify(value),
	html: (value) => toText(value).replace(/[<>&'"]/g, (character) => ENTITIES[character] ?? character),
	uri: (value) =>
		encodeURIComponent(toText(value).replace(/\p{Surrogate}/gu, "\uFFFD")).replace(
			/[!'()*]/g,
			(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
		),
	urid: (value) => decodeUri(toText(value)),
	csv: (value) => row(value, "csv", ",", (text) => `"${text.replaceAll('"', '""')}"`),
	// JSON has the same escapes.
	tsv: (value) =>
		row(value, "tsv", "\t", (text) => text.replace(/[\t\n\r\\]/g, (part) => JSON.stringify(part).slice(1, -1))),
	sh: (value) => (isArray(value) ? value : [value]).map(shellWord).join(" "),
	base64: (value) => Buffer.from(toText(value)).toString("base64"),
	base64d: (value) => decodeBase64(toText(value)),
	base32: (value) => encodeBase32(Buffer.from(toText(value))),
	base32d: (value) => decodeBase32(toText(value)),
};

/** @throws JqError for unsupported values and unknown formats */
export function format(name: string, value: Json): string {
	const make = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
	if (!make) throw new JqError(`${name} is not a valid format`);
	return make(value);
}

function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new JqError(`${describe(text)} is not a valid uri encoding`);
	}
}

function row(value: Json, name: string, separator: string, quote: (text: string) => string): string {
	if (!isArray(value)) throw new JqError(`${describe(value)} cannot be ${name}-formatted, only an array can be`);
	const cell = (item: Json): string => {
		if (item === null) return "";
		if (typeof item === "string") return quote(item);
		if (typeof item === "object") throw new JqError(`${describe(item)} is not valid in a ${name} row`);
		return String(item);
	};
	return value.map(cell).join(separator);
}

function shellWord(value: Json): string {
	if (typeof value === "string") return `'${value.replaceAll("'", "'\\''")}'`;
	if (value !== null && typeof value === "object") throw new JqError(`${describe(value)} can not be escaped for shell`);
	return JSON.stringify(value);
}

function decodeBase64(text: string): string {
	const trimmed = text.replace(/(?<!=)=+$/, "");
	if (!/^[A-Za-z0-9+/]*$/.test(trimmed) || trimmed.length % 4 === 1) {
		throw new JqError(`${describe(text)} is not valid base64 data`);
	}
	return Buffer.from(trimmed, "base64").toString("utf8");
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function encodeBase32(bytes: Uint8Array): string {
	const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
	const letters = bits.match(/.{1,5}/g)?.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)] ?? "") ?? [];
	const text = letters.join("");
	return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
}

function decodeBase32(text: string): string {
	const letters = [...text.replace(/(?<!=)=+$/, "")].map((letter) => BASE32.indexOf(letter));
	if (letters.includes(-1)) throw new JqError(`${describe(text)} is not valid base32 data`);
	const bits = letters.map((letter) => letter.toString(2).padStart(5, "0")).join("");
	return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []).toString("utf8");
}

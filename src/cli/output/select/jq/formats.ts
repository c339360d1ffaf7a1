import { describe, isArray, JqError, type Json } from "./values.ts";

/** A value as `tostring` shows it: strings as they are, others as JSON. */
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
const TAB_ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

/** The formats after `@`. */
const FORMATS: Readonly<Record<string, (value: Json) => string>> = {
	text: toText,
	json: (value) => JSON.stringify(value),
	html: (value) => toText(value).replace(/[<>&'"]/g, (character) => ENTITIES[character] ?? character),
	uri: (value) =>
		encodeURIComponent(toText(value).replace(/\p{Surrogate}/gu, "\uFFFD")).replace(
			/[!'()*]/g,
			(character) => `%${hex(character)}`,
		),
	urid: (value) => decodeUri(toText(value)),
	csv: (value) => row(value, "csv", ",", (text) => `"${text.replaceAll('"', '""')}"`),
	tsv: (value) =>
		row(value, "tsv", "\t", (text) => text.replace(/[\t\n\r\\]/g, (character) => TAB_ESCAPES[character] ?? "")),
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

function hex(character: string): string {
	return character.charCodeAt(0).toString(16).toUpperCase();
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
	const trimmed = text.replace(/=+$/, "");
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
	const letters = [...text.replace(/=+$/, "")].map((letter) => BASE32.indexOf(letter));
	if (letters.includes(-1)) throw new JqError(`${describe(text)} is not valid base32 data`);
	const bits = letters.map((letter) => letter.toString(2).padStart(5, "0")).join("");
	const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
	return Buffer.from(bytes).toString("utf8");
}

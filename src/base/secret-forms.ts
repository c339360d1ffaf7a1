import { encodeText, fromBinary, toBinary } from "./bytes.ts";

/** The encodings in which a service may repeat a secret. Each form is a string of bytes. */
export interface SecretForms {
	/** Characters of the secret: no form is shorter, and none is in a shorter text. */
	length: number;
	/** As it is, in JSON, in URLs, in forms and in hexadecimal digits. */
	written: readonly string[];
	/** In base64 and base64url, once and twice. */
	base64: readonly Base64Form[];
}

/** Shorter values would match ordinary words once they are encoded; no real key is that short. */
const MIN_LENGTH = 8;

/** Returns the forms of a secret; of one with less than eight characters only the secret itself. */
export function secretForms(secret: string): SecretForms {
	const { length } = secret;
	if (length < MIN_LENGTH) return { length, written: [toBinary(encodeText(secret))], base64: [] };
	const once = base64Forms(secret);
	return { length, written: writtenForms(secret), base64: [...once, ...once.flatMap(({ text }) => base64Forms(text))] };
}

function allForms({ written, base64 }: SecretForms): string[] {
	return [...written, ...base64.map(({ text }) => text)];
}

function writtenForms(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	const quoted = JSON.stringify(secret).slice(1, -1);
	const hex = Array.from(encodeText(secret), (byte) => byte.toString(16).padStart(2, "0")).join("");
	const forms = [
		secret,
		quoted,
		quoted.replaceAll("/", "\\/"),
		encoded,
		encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
		encoded.replaceAll("%20", "+"),
		encodeURI(secret),
		hex,
		hex.toUpperCase(),
	];
	return [...new Set(forms)].map((form) => toBinary(encodeText(form)));
}

/**
 * One escaped character: percent-encoded, an HTML entity or an escape of JSON, also when it is escaped again. The
 * counts are bounded, so that hostile text is read in linear time.
 */
const ESCAPED =
	/%(?:25){0,3}([0-9a-f]{2})|&(?:amp;){0,3}(?:#x0{0,8}([0-9a-f]{1,6})|#0{0,8}(\d{1,7})|([a-z]{2,16})(?=;));?|\\{1,8}(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;

/** Names of the characters of keys that have one in HTML. */
const ENTITIES =
	" amp=& apos=' ast=* bsol=\\ colon=: comma=, commat=@ diacriticalgrave=` dollar=$ equals== excl=! fjlig=fj grave=` gt=> hat=^ lcub={ lbrace={ lowbar=_ underbar=_ lbrack=[ lpar=( lsqb=[ lt=< midast=* num=# percnt=% period=. plus=+ quest=? quot=\" rbrace=} rbrack=] rcub=} rpar=) rsqb=] semi=; sol=/ verbar=| vert=| verticalline=|";

/** A part of a text. */
export interface TextRange {
	from: number;
	to: number;
}

/** An escaped character: its position, and its bytes in the unescaped text. */
interface EscapedCharacter extends TextRange {
	at: number;
	size: number;
}

/**
 * Finds secrets of which any character is escaped.
 * @param text as a string of bytes
 */
export function findEscaped(text: string, known: Iterable<SecretForms>): TextRange[] {
	// Most texts have none of these characters, and looking for one takes next to no time.
	if (!["%", "&", "\\u", "\\x", "\\U", "\\X"].some((start) => text.includes(start))) return [];
	let plain = "";
	let end = 0;
	const places: EscapedCharacter[] = [];
	for (const match of text.matchAll(ESCAPED)) {
		const character = unescapeOne(match);
		if (character === undefined) continue;
		plain += text.slice(end, match.index);
		end = match.index + match[0].length;
		places.push({ at: plain.length, size: character.length, from: match.index, to: end });
		plain += character;
	}
	if (places.length === 0) return [];
	plain += text.slice(end);
	const found: TextRange[] = [];
	for (const form of [...known].flatMap(allForms)) {
		for (const { from, to } of findAll(plain, form)) {
			const start = sourceOf(from, places);
			const last = sourceOf(to - 1, places);
			if (last.to - start.from > form.length) found.push({ from: start.from, to: last.to });
		}
	}
	return found;
}

/** Returns one unescaped character as bytes. */
function unescapeOne([, percent, hex, decimal, name, unicode, byte]: RegExpExecArray): string | undefined {
	if (name !== undefined) return new RegExp(` ${name}=(\\S+)`, "i").exec(ENTITIES)?.[1];
	const single = percent ?? byte;
	if (single !== undefined) return String.fromCharCode(Number.parseInt(single, 16));
	const digits = hex ?? unicode;
	const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
	if (code > 0x10_ff_ff) return undefined;
	return code < 0x80 ? String.fromCharCode(code) : toBinary(encodeText(String.fromCodePoint(code)));
}

/** Returns the position in the text of a byte of the unescaped text. */
function sourceOf(index: number, places: readonly EscapedCharacter[]): TextRange {
	let low = 0;
	let high = places.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((places[middle]?.at ?? 0) <= index) low = middle + 1;
		else high = middle;
	}
	const before = places[low - 1];
	if (before === undefined) return { from: index, to: index + 1 };
	const after = index - before.at - before.size;
	return after < 0 ? before : { from: before.to + after, to: before.to + after + 1 };
}

/** Finds all places of a form. */
export function findAll(text: string, form: string): TextRange[] {
	const parts: TextRange[] = [];
	for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
		parts.push({ from: at, to: at + form.length });
	}
	return parts;
}

/** Returns the text with a secret replaced, in every encoding. */
export function hideSecret(text: string, forms: SecretForms, by: string): string {
	if (text.length < forms.length) return text;
	const binary = toByteString(text);
	const replacement = toByteString(by);
	let hidden = binary;
	for (const form of allForms(forms)) hidden = hidden.replaceAll(form, () => replacement);
	let at = 0;
	let cleaned = "";
	for (const { from, to } of findEscaped(hidden, [forms]).sort((a, b) => a.from - b.from || b.to - a.to)) {
		if (from < at) continue;
		cleaned += hidden.slice(at, from) + replacement;
		at = to;
	}
	cleaned += hidden.slice(at);
	return cleaned === binary ? text : fromByteString(cleaned);
}

/** Returns a text as a string of its bytes in UTF-8. */
export function toByteString(text: string): string {
	// Most texts are ASCII, and encoding a short one takes longer than looking.
	if (text.length < 1000 && !/[^\0-\x7f]/.test(text)) return text;
	const bytes = encodeText(text);
	return bytes.length === text.length ? text : toBinary(bytes);
}

/** Returns the text of a string of bytes in UTF-8. */
export function fromByteString(binary: string): string {
	return new TextDecoder("utf-8", { ignoreBOM: true }).decode(fromBinary(binary));
}

/** A secret inside base64: the characters it determines, for one of its three possible offsets in a quad. */
export interface Base64Form {
	text: string;
	/** Characters of the first quad before `text`. */
	before: number;
	/** Bytes of the first quad before the secret. */
	offset: number;
	/** Bytes of the secret. */
	size: number;
}

/** Returns the forms of a secret inside base64 of both alphabets. */
function base64Forms(secret: string): Base64Form[] {
	const binary = toBinary(encodeText(secret));
	const size = binary.length;
	return [0, 1, 2].flatMap((offset) => {
		const quads = btoa("\0".repeat(offset) + binary);
		const before = Math.ceil((offset * 8) / 6);
		const text = quads.slice(before, Math.floor(((offset + size) * 8) / 6));
		const forms = [...new Set([text, text.replaceAll("+", "-").replaceAll("/", "_")])];
		return forms.map((form) => ({ text: form, before, offset, size }));
	});
}

/** Returns the quads around a match with the secret masked, so that the rest can still be decoded. */
export function maskBase64(quads: string, { offset, size }: Base64Form): string {
	const isUrlSafe = /[-_]/.test(quads);
	const standard = quads
		.replaceAll("-", "+")
		.replaceAll("_", "/")
		.replace(/(?<!=)=+$/, "");
	const bytes = atob(standard);
	const masked = bytes.slice(0, offset) + "*".repeat(size) + bytes.slice(offset + size);
	const encoded = btoa(masked.slice(0, bytes.length)).slice(0, standard.length);
	const result = isUrlSafe ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
	return result + quads.slice(result.length);
}

import { mapStrings } from "../base/json.ts";
import {
	type Base64Form,
	findAll,
	findEscaped,
	fromByteString,
	maskBase64,
	type SecretForms,
	secretForms,
	toByteString,
} from "../base/secret-forms.ts";

interface Edit {
	from: number;
	to: number;
	by: string;
}

/** A text and positions in it, such as the boundaries of its chunks. */
interface BorderedText {
	text: string;
	borders: readonly number[];
}

/**
 * Applies replacements; of two that overlap, the one that starts first, or the longer one.
 * A position inside a replaced part moves to the end of its replacement.
 */
function applyEdits({ text, borders }: BorderedText, edits: readonly Edit[]): BorderedText {
	if (edits.length === 0) return { text, borders };
	const ordered = [...edits].sort((a, b) => a.from - b.from || b.to - a.to);
	const parts: string[] = [];
	const moved: number[] = [];
	let end = 0;
	let length = 0;
	let next = 0;
	const copyUntil = (place: number): void => {
		for (let border = borders[next]; border !== undefined && border <= place; border = borders[++next]) {
			moved.push(length + Math.max(0, border - end));
		}
		parts.push(text.slice(end, place));
		length += place - end;
	};
	for (const { from, to, by } of ordered) {
		if (from < end) continue;
		copyUntil(from);
		parts.push(by);
		length += by.length;
		end = to;
	}
	copyUntil(text.length);
	return { text: parts.join(""), borders: moved };
}

const HIDDEN = "[redacted]";
/** Shorter values would match ordinary words; no real key is that short. */
const MIN_LENGTH = 8;

/**
 * Strings that look like keys. Ordinary words start like keys too ("key-value", "hf_transfer"), so a key has a digit
 * or is long. The search for it is bounded where a match could begin at each word of a run: without a bound it
 * would take the square of "key-key-key-…".
 */
const PATTERNS: readonly RegExp[] = [
	/\bhf_(?:(?=[A-Za-z]*\d)[A-Za-z0-9]{8,}|[A-Za-z0-9]{16,})/g,
	// Changed in case, but no name of a variable: `HF_HUB_CACHE`.
	/\bhf_(?:(?=[a-z]*\d)[a-z0-9]{16,}|[a-z0-9]{20,})(?!\w)/gi,
	// In groups that each contain a digit or mixed case, as no word does; and letter by letter.
	/\b[hH][fF]_(?=(?:[ \t]?[A-Za-z0-9]){16})(?:[ \t]*(?=[A-Za-z0-9]{0,64}(?:\d|[a-z][A-Z]|[A-Z]{2}))[A-Za-z0-9]{4,64}){2,}/g,
	/\bh[ \t]f[ \t]_(?:[ \t][a-z0-9]){16,}(?!\w)/gi,
	// JSON Web Tokens, signed (three parts) or encrypted (five).
	/\beyJ[\w-]{8,2048}(?:\.[\w-]*){2,4}/g,
	/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)/g,
	/\bAIza[\w-]{30,}/g,
	/\b(?:gsk|xai|r8|npm|fw|gh[opsur]|github_pat|glpat|nvapi|pplx|tgp_v1|xox[abeprs])[_-](?=[\w-]{0,256}\d)[\w-]{16,}/g,
	/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-(?!----END))*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
	/\bsk-(?:(?=[\w-]{0,256}\d)[\w-]{8,}|\w{16,}|[\w-]{24,})/g,
	/\bkey-(?:(?=[\w-]{0,256}\d)[\w-]{8,}|\w{20,})/g,
	/\b(?<=bearer(?:\s|%20|\+)+)(?:(?=[\w.~+/-]*\d)[\w.~+/-]{8,}|[\w.~+/-]{24,})=*/gi,
	// Passwords in URLs, and signatures of URLs.
	/(?<=\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'\\]+(?=@)/gi,
	/(?<=[?&](?:x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|sig|signature|access_token|api[-_]?key|token)=)[^&#\s"'\\]+/gi,
];

/** Removes known secrets from the output of a program. */
export class Secrets {
	private readonly known = new Map<string, SecretForms>();

	constructor(values: Iterable<string> = []) {
		for (const value of values) this.add(value);
	}

	/** Values of less than eight characters are ignored. */
	add(value: string): void {
		if (value.length < MIN_LENGTH || this.known.has(value) || value === HIDDEN) return;
		this.known.set(value, secretForms(value));
	}

	/** The values, for other writers. */
	values(): IterableIterator<string> {
		return this.known.keys();
	}

	/**
	 * Removes secrets from bytes, given as a string of `toBinary`: known values anywhere, in every encoding of
	 * `SecretForms`; in text, then anything that looks like a key.
	 * @param isText if false, secrets are masked without changing the length, and patterns are ignored
	 */
	clean(content: BorderedText, isText: boolean): BorderedText {
		let cleaned = content;
		for (const { written, base64 } of this.known.values()) {
			for (const form of written) {
				const by = isText ? HIDDEN : "*".repeat(form.length);
				cleaned = applyEdits(
					cleaned,
					findAll(cleaned.text, form).map((part) => ({ ...part, by })),
				);
			}
			for (const form of base64) cleaned = maskAll(cleaned, form);
		}
		const escaped = findEscaped(cleaned.text, this.known.values());
		cleaned = applyEdits(
			cleaned,
			escaped.map(({ from, to }) => ({ from, to, by: isText ? HIDDEN : "*".repeat(to - from) })),
		);
		if (!isText) return cleaned;
		for (const pattern of PATTERNS) {
			const edits = [...cleaned.text.matchAll(pattern)]
				.filter(([match]) => !match.startsWith(HIDDEN) && match !== encodeURIComponent(HIDDEN))
				.map(({ index, 0: match }) => ({ from: index, to: index + match.length, by: HIDDEN }));
			cleaned = applyEdits(cleaned, edits);
		}
		return cleaned;
	}

	/** Returns a text without secrets. */
	cleanText(text: string): string {
		const binary = toByteString(text);
		const cleaned = this.clean({ text: binary, borders: [] }, true).text;
		return cleaned === binary ? text : fromByteString(cleaned);
	}

	/** Returns a JSON value without secrets, in keys too. */
	cleanValue<T>(value: T): T {
		return mapStrings(value, (text) => this.cleanText(text)) as T;
	}

	/** Whether a text contains a known secret or anything that looks like a key. */
	isIn(text: string): boolean {
		return this.cleanText(text) !== text;
	}

	/** Whether a text contains a known secret in any form. */
	isKnownIn(text: string): boolean {
		const binary = toByteString(text);
		const isWritten = [...this.known.values()].some(
			({ written, base64 }) =>
				written.some((form) => binary.includes(form)) || base64.some((form) => binary.includes(form.text)),
		);
		return isWritten || findEscaped(binary, this.known.values()).length > 0;
	}
}

function maskAll(content: BorderedText, form: Base64Form): BorderedText {
	const { text } = content;
	const edits = findAll(text, form.text).flatMap(({ from: at }): Edit[] => {
		const from = at - form.before;
		const length = Math.ceil((form.offset + form.size) / 3) * 4;
		const quads = /^[A-Za-z0-9+/_-]*=*/.exec(text.slice(Math.max(0, from), from + length))?.[0] ?? "";
		// Not base64, or cut off: the characters that reveal the secret are masked.
		const isWhole = from >= 0 && quads.length >= form.before + form.text.length && quads.length % 4 !== 1;
		const end = at + form.text.length;
		if (!isWhole) return [{ from: at, to: end, by: "A".repeat(end - at) }];
		return [{ from, to: from + quads.length, by: maskBase64(quads, form) }];
	});
	return applyEdits(content, edits);
}

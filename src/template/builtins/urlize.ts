import { lazyPattern } from "../../base/lazy-pattern.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import { escapeCharacters } from "../values/escape.ts";
import { charge } from "../values/meter.ts";
import { replaceMatches } from "../values/search-text.ts";

/** Letters, digits and the underscore of every script, as a part of a character class. */
const WORD = "\\p{L}\\p{N}_";
const DIGIT = "\\p{Nd}";

export interface LinkOptions {
	/** Maximum length of a link's text; longer ones are truncated. */
	readonly limit: number | undefined;
	readonly rel: string;
	readonly target: string | undefined;
	/** Further schemes, such as `ftp:`. */
	readonly schemes: readonly string[];
}

/** The rest of a URL after the host: a port and a path. */
const REST = `(?::${DIGIT}{1,5})?(?:[/?#][^${SPACE_CLASS}]*)?$`;
const WEB = lazyPattern(`^(?:https?://|www\\.)(?:[${WORD}%\\-]+\\.)*(?:[a-z]{2,63}|xn--[${WORD}%]{2,59})${REST}`, "iu");
const DOMAIN = lazyPattern(`^(?:[${WORD}%\\-]{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)${REST}`, "iu");
const NUMERIC = lazyPattern(
	`^https?://(?:${DIGIT}{1,3}(?:\\.${DIGIT}{1,3}){3}|\\[(?:[\\da-f]{0,4}:){2}(?:[\\da-f]{0,4}:?){1,6}\\])${REST}`,
	"iu",
);
const MAIL = lazyPattern(`^[^${SPACE_CLASS}@]+@[${WORD}][${WORD}.\\-]*$`, "u");
const LAST_LABEL = lazyPattern(`^[${WORD}]+$`, "u");
const WORDS = new RegExp(`[^${SPACE_CLASS}]+`, "g");
const LEADING = /^(?:[(<]|&lt;)+/;
const TRAILING = [")", ">", ".", ",", "&gt;"] as const;
const BRACKETS = [
	["(", ")"],
	["<", ">"],
	["&lt;", "&gt;"],
] as const;

/** Converts URLs and email addresses in escaped text to links. */
export function urlize(html: string, options: LinkOptions): string {
	return replaceMatches(html, WORDS, (word) => linkWord(word, options));
}

function linkWord(word: string, options: LinkOptions): string {
	charge(1);
	const head = LEADING.exec(word)?.[0] ?? "";
	let middle = word.slice(head.length);
	let end = middle.length;
	for (let mark = endingOf(middle, end); mark !== undefined; mark = endingOf(middle, end)) end -= mark.length;
	let tail = middle.slice(end);
	middle = middle.slice(0, end);
	// Brackets opened inside the URL are closed inside it.
	for (const [open, close] of BRACKETS) {
		const missing = middle.split(open).length - middle.split(close).length;
		for (let count = 0; count < missing; count++) {
			const end = tail.indexOf(close);
			if (end === -1) break;
			middle += tail.slice(0, end + close.length);
			tail = tail.slice(end + close.length);
		}
	}
	return head + linkUrl(middle, options) + tail;
}

function isMail(address: string): boolean {
	return (
		MAIL().test(address) &&
		LAST_LABEL().test(address.slice(address.lastIndexOf(".") + 1)) &&
		address.lastIndexOf(".") > address.indexOf("@") + 1
	);
}

/** Returns the punctuation before a position. */
function endingOf(text: string, end: number): string | undefined {
	return TRAILING.find((mark) => text.endsWith(mark, end));
}

function linkUrl(address: string, { limit, rel, target, schemes }: LinkOptions): string {
	const shown = limit !== undefined && address.length > limit ? `${address.slice(0, limit)}...` : address;
	const relation = rel === "" ? "" : ` rel="${escapeCharacters(rel)}"`;
	const frame = target === undefined ? "" : ` target="${escapeCharacters(target)}"`;
	const link = (href: string): string => `<a href="${href}"${relation}${frame}>${shown}</a>`;
	if (WEB().test(address) || DOMAIN().test(address) || NUMERIC().test(address))
		return link(/^https?:\/\//i.test(address) ? address : `https://${address}`);
	if (address.startsWith("mailto:") && isMail(address.slice(7))) return `<a href="${address}">${address.slice(7)}</a>`;
	if (isMail(address) && !address.startsWith("www.") && !address.includes(":") && !address.startsWith("@"))
		return `<a href="mailto:${address}">${address}</a>`;
	const scheme = schemes.find((prefix) => address !== prefix && address.startsWith(prefix));
	return scheme === undefined ? address : link(address);
}

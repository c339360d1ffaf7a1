import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Policies, Runtime } from "../runtime.ts";
import type { TemplateOptions } from "../settings.ts";
import { type Builtin, callHost } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { itemsOf, tryItems } from "../values/iterate.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { replaceMatches, SPACE_CLASS, strip } from "../values/search-text.ts";
import { escapeCharacters, escapeHtml, toRepr, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { isText, Safe, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, requireText, takes } from "./builtin.ts";
import { TOJSON, toJson } from "./json.ts";

const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
const UNSAFE_IN_NAME = /[\t-\r />=]/;

/** Filters for HTML and URLs. */
export const htmlFilters = (): BuiltinsByName => ({
	striptags: takes([], (_, value) => stripTags(toText(value))),
	urlencode: takes([], encode),
	xmlattr: takes(["autospace"], (runtime, value, space) => writeAttributes(runtime, value, isTrue(space ?? true))),
	urlize: takes(
		["trim_url_limit", "nofollow", "target", "rel", "extra_schemes"],
		(runtime, value, limit, noFollow, target, rel, schemes) => {
			const { policies } = runtime.settings;
			const usualRel = policies["urlize.rel"];
			const words = [toText(rel ?? ""), usualRel === undefined ? "noopener" : (usualRel ?? "")].join(" ").split(SPACES);
			const goal = target ?? policies["urlize.target"];
			const text = urlize(escapeHtml(value).text, {
				limit: limit === undefined || limit === null ? undefined : integerOr(limit, 0),
				rel: [...new Set([...words, ...(isTrue(noFollow ?? false) ? ["nofollow"] : [])])]
					.filter((word) => word !== "")
					.sort()
					.join(" "),
				target: goal === undefined || goal === null ? undefined : toText(goal),
				schemes: itemsOf(schemes ?? policies["urlize.extra_schemes"] ?? []).map(toText),
			});
			return runtime.autoescape ? new Safe(text) : text;
		},
	),
});

function encode(runtime: Runtime, value: Value): string {
	const items = isText(value) ? undefined : isMapping(value) ? entriesOf(value) : tryItems(value);
	if (!items) return quoteUrl(runtime, toText(value), true);
	return items
		.map((pair) => {
			const [key, item, ...rest] = itemsOf(pair);
			if (item === undefined || rest.length > 0)
				throw new TemplateRuntimeError("urlencode expects pairs of key and value");
			return [key, item].map((part) => quoteUrl(runtime, toText(part), false).replaceAll("%20", "+")).join("=");
		})
		.join("&");
}

/** Longer texts are encoded in pieces, with checks of the time limit. */
const PIECE = 65_536;

/** Percent-encodes the UTF-8 bytes of all but the unreserved characters. */
function quoteUrl(runtime: Runtime, text: string, keepSlash: boolean): string {
	let result = "";
	for (let start = 0; start < text.length; ) {
		// Halves of a pair stay together.
		const end = start + PIECE + (/[\ud800-\udbff]/.test(text.charAt(start + PIECE - 1)) ? 1 : 0);
		charge(Math.min(end, text.length) - start);
		result += quotePiece(text.slice(start, end), keepSlash);
		runtime.checkLength(result.length);
		start = end;
	}
	return result;
}

function quotePiece(text: string, keepSlash: boolean): string {
	const encoded = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return keepSlash ? encoded.replaceAll("%2F", "/") : encoded;
}

function writeAttributes(runtime: Runtime, value: Value, hasSpace: boolean): Value {
	if (value instanceof Undefined) return value.fail();
	if (!isMapping(value)) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object has no attribute 'items'`);
	const attributes = entriesOf(value)
		.filter(([, item]) => item !== null && !(item instanceof Undefined))
		.map(([key, item]) => {
			if (UNSAFE_IN_NAME.test(toText(key)))
				throw new TemplateRuntimeError(`Invalid character in attribute name: ${toRepr(key)}`);
			return `${escapeHtml(key).text}="${escapeHtml(item).text}"`;
		});
	const text = (hasSpace && attributes.length > 0 ? " " : "") + attributes.join(" ");
	return runtime.autoescape ? new Safe(text) : text;
}

/** Returns the text of HTML, without tags and comments. */
function stripTags(html: string): string {
	let text = cutBetween(html, "<!--", "-->");
	text = cutBetween(text, "<", ">");
	return unescapeHtml(strip(text.replace(SPACES, " "), undefined, true, true));
}

/** Maximum passes: marks nested more deeply are not comments. */
const MAX_PASSES = 50;

/** Removes everything from an opening to the next closing mark; removal may create new ones. */
function cutBetween(text: string, open: string, close: string): string {
	let result = text;
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		chargeCharacters(result.length);
		const shorter = cutOnce(result, open, close);
		if (shorter === result) break;
		result = shorter;
	}
	return result;
}

function cutOnce(text: string, open: string, close: string): string {
	const parts: string[] = [];
	let position = 0;
	for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, position)) {
		const end = text.indexOf(close, start);
		if (end === -1) break;
		charge(1);
		parts.push(text.slice(position, start));
		position = end + close.length;
	}
	return parts.join("") + text.slice(position);
}

/** Names of Latin-1 characters from U+00A0 on, in order. */
const LATIN1 =
	"nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Names of the small Greek letters from U+03B1 on, in order. */
const GREEK =
	"alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega";

/** Further names, each with its character behind it. */
const OTHERS =
	"amp& lt< gt> quot\" apos' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ minus− infin∞ ne≠ le≤ ge≥ asymp≈ ensp\u2002 emsp\u2003 thinsp\u2009 zwnj\u200c zwj\u200d OEligŒ oeligœ ScaronŠ scaronš YumlŸ OmegaΩ DeltaΔ hearts♥ ";

/** The common entities; the rarer ones of HTML stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map([
	...LATIN1.split(" ").map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
	...GREEK.split(" ").map((name, index) => [name, String.fromCharCode(0x3b1 + index)] as const),
	...Array.from(OTHERS.matchAll(/(\w+)(\W) /g), ([, name = "", character = ""]) => [name, character] as const),
]);

/** Replaces entities with their characters. */
function unescapeHtml(text: string): string {
	return text.replace(
		/&(?:#(\d+)|#[xX]([\da-fA-F]+)|(\w+));?/g,
		(whole, decimal?: string, hex?: string, name?: string) => {
			if (name !== undefined) return whole.endsWith(";") || name.length < 7 ? (NAMED.get(name) ?? whole) : whole;
			const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
			if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
			return String.fromCodePoint(code);
		},
	);
}

/** Letters, digits and the underscore of every script, as a part of a character class. */
const WORD = "\\p{L}\\p{N}_";
const DIGIT = "\\p{Nd}";

interface LinkOptions {
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
function urlize(html: string, options: LinkOptions): string {
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

/** JSON that is safe inside HTML. */
function escapeJson(text: string): Safe {
	return new Safe(text.replace(/[<>&']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`));
}

const applyPolicies: typeof toJson = (runtime, value, ascii, indent, separators, sort) => {
	const { policies } = runtime.settings;
	const usual = policies["json.dumps_kwargs"];
	const options = [
		ascii ?? usual?.ensure_ascii,
		indent === undefined ? usual?.indent : indent,
		separators === undefined ? usual?.separators : separators,
		sort ?? usual?.sort_keys,
	] as const;
	const dump = policies["json.dumps_function"];
	return dump ? dumpWith(dump, value, options) : toJson(runtime, value, ...options);
};

/** The filter under `html_tojson`: keys are sorted unless `json.dumps_kwargs` says otherwise. */
const HTML_TOJSON: Builtin<Runtime> = {
	parameters: ["indent"],
	run: (runtime, value, indent) => {
		const { policies } = runtime.settings;
		const usual: Policies["json.dumps_kwargs"] = policies["json.dumps_kwargs"] ?? { sort_keys: true };
		const { ensure_ascii = true, separators = null, sort_keys = false } = usual;
		const options = [ensure_ascii, indent ?? usual.indent ?? null, separators, sort_keys] as const;
		const dump = policies["json.dumps_function"];
		return escapeJson(dump ? dumpWith(dump, value, options) : toJson(runtime, value, ...options));
	},
};

/** Returns the filter `tojson` under the options `html_tojson` and `policies`. */
export function tojsonWith({ html_tojson }: TemplateOptions): Builtin<Runtime> {
	return html_tojson ? HTML_TOJSON : { ...TOJSON, run: applyPolicies };
}

/** JSON as a function of the host writes it. */
function dumpWith(
	dump: NonNullable<Policies["json.dumps_function"]>,
	value: Value,
	[ensure_ascii, indent, separators, sort_keys]: readonly Value[],
): string {
	const given = Object.entries({ ensure_ascii, indent, separators, sort_keys });
	const options = new Map(given.filter(([, option]) => option !== undefined && option !== null));
	return requireText(
		callHost(dump, [value], options, () => null),
		"json.dumps_function result",
	);
}

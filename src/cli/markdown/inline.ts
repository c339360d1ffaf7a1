import { applyEmphasis, type Piece } from "./emphasis.ts";
import type { Span } from "./span.ts";

export interface InlineOptions {
	/** More text will follow: unclosed markup is shown as if closed at the end. */
	isOpen?: boolean;
	/** Without styles, marks that would be lost are printed. */
	isPlain?: boolean;
}

/** Characters before which a backslash is dropped; brackets are not among them, because formulas begin `\(` and `\[`. */
const ESCAPABLE = /[!"#$%&'*+,\-./:;<=>?@\\^_`{|}~]/;
const URL_START = /^https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]}*_~]/;
const LINK =
	/^!?\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/;
const ANGLE = /^<(?:(https?:\/\/[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.-]+)|br *\/?)>/i;
const FORMULA = /^(?:\\\([\s\S]+?\\\)|\\\[[\s\S]+?\\\]|\$\$[\s\S]+?\$\$|\$(?![\s$])(?:[^$\n\\]|\\.)*?[^\s\\$]\$(?!\d))/;
const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: "\u00a0",
	mdash: "—",
	ndash: "–",
	hellip: "…",
	copy: "©",
};

/** Returns the text of a paragraph, a heading or a cell as spans. Line ends stay, because they are meant in chats. */
export function parseInline(source: string, options: InlineOptions = {}): Span[] {
	const pieces: Piece[] = [];
	let plainFrom = 0;
	let index = 0;
	const flush = (): void => {
		if (index > plainFrom) pieces.push({ text: source.slice(plainFrom, index), marks: [] });
	};
	while (index < source.length) {
		const reading = READERS[source.charAt(index)]?.(source.slice(index), source.slice(0, index), options);
		if (reading) {
			flush();
			pieces.push(...reading.pieces);
			plainFrom = index + reading.length;
		}
		index += reading?.length ?? 1;
	}
	flush();
	return applyEmphasis(pieces, options);
}

/** Parses the markup that begins at a character: its pieces and their length in the source. Undefined for plain text. */
type Reader = (
	rest: string,
	before: string,
	options: InlineOptions,
) => { pieces: readonly Piece[]; length: number } | undefined;

/** First character → the markup it may begin. */
const READERS: Readonly<Record<string, Reader>> = {
	"\\": (rest) => {
		const formula = readFormula(rest);
		if (formula) return formula;
		const next = rest.charAt(1);
		if (next === "\n") return { pieces: [], length: 1 };
		return ESCAPABLE.test(next) ? { pieces: [plain(next)], length: 2 } : undefined;
	},
	$: readFormula,
	"`": (rest, _before, options) => readCode(rest, options),
	"[": readLink,
	"!": readLink,
	"<": (rest) => {
		const match = ANGLE.exec(rest);
		if (!match) return undefined;
		return { pieces: [match[1] ? { text: match[1], marks: ["link"] } : plain("\n")], length: match[0].length };
	},
	h: (rest, before) => {
		const url = /\w$/.test(before) ? undefined : URL_START.exec(rest)?.[0];
		return url === undefined ? undefined : { pieces: [{ text: url, marks: ["link"] }], length: url.length };
	},
	"&": (rest) => {
		const match = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/.exec(rest);
		return match ? { pieces: [plain(decodeEntity(match))], length: match[0].length } : undefined;
	},
	"*": readRun,
	_: readRun,
	"~": readRun,
};

function plain(text: string): Piece {
	return { text, marks: [] };
}

/** Formulas stay unchanged: their signs are not emphasis. */
function readFormula(rest: string): ReturnType<Reader> {
	const formula = FORMULA.exec(rest)?.[0];
	return formula === undefined ? undefined : { pieces: [plain(formula)], length: formula.length };
}

function readRun(rest: string, before: string, { isOpen }: InlineOptions): ReturnType<Reader> {
	const run = /^(?:\*+|_+|~~)/.exec(rest)?.[0];
	if (run === undefined) return undefined;
	const previous = /[\s\S]$/u.exec(before)?.[0] ?? " ";
	// The next character of an unfinished text is unknown; usually it is a letter.
	const next = /^[\s\S]/u.exec(rest.slice(run.length))?.[0] ?? (isOpen && /\s/.test(previous) ? "a" : " ");
	return { pieces: [{ text: run, marks: [], ...flanking(run.charAt(0), previous, next) }], length: run.length };
}

/** Whether a run of `*`, `_` or `~` may open and close emphasis, by the characters around it. */
function flanking(delimiter: string, before: string, after: string): { canOpen: boolean; canClose: boolean } {
	const isSpace = (text: string): boolean => /\s/.test(text);
	const isSign = (text: string): boolean => /[\p{P}\p{S}]/u.test(text);
	// Languages without spaces put signs right next to words; there a sign does not keep `**` from opening or closing.
	const isWide = (text: string): boolean => /[\u2E80-\u9FFF\uAC00-\uD7A3\uFF00-\uFFEF]/.test(text);
	const left = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before) || isWide(before));
	const right = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after) || isWide(after));
	if (delimiter !== "_") return { canOpen: left, canClose: right };
	// Inside words `_` is a part of names.
	return { canOpen: left && (!right || isSign(before)), canClose: right && (!left || isSign(after)) };
}

function readCode(rest: string, { isOpen, isPlain }: InlineOptions): ReturnType<Reader> {
	const [ticks = "`"] = /^`+/.exec(rest) ?? [];
	const end = new RegExp(`[^\`]${ticks}(?!\`)`).exec(rest.slice(ticks.length));
	if (!end && !isOpen) return { pieces: [plain(ticks)], length: ticks.length };
	const inner = rest.slice(ticks.length, end ? ticks.length + end.index + 1 : undefined).replaceAll("\n", " ");
	const code = /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner;
	return {
		pieces: [{ text: isPlain ? `\`${code}\`` : code, marks: ["code"] }],
		length: end ? ticks.length + end.index + end[0].length : rest.length,
	};
}

/** Shows the URL: a terminal has nothing else to click, and so the text cannot hide another URL. */
function readLink(rest: string, _before: string, options: InlineOptions): ReturnType<Reader> {
	const match = LINK.exec(rest);
	if (!match) return undefined;
	const [{ length }, label = "", url = ""] = match;
	if (rest.startsWith("!")) {
		const name: Span = { text: `[image${label ? `: ${label}` : ""}]`, marks: ["italic"] };
		return { pieces: [name, ...linkTarget(url)], length };
	}
	const shown = parseInline(label, options).map(({ text, marks }): Span => ({ text, marks: [...marks, "link"] }));
	const isSame = label === url || `mailto:${label}` === url;
	return { pieces: isSame ? shown : [...shown, ...linkTarget(url)], length };
}

function linkTarget(url: string): Span[] {
	return url === "" ? [] : [{ text: ` (${url})`, marks: ["quiet"] }];
}

function decodeEntity([source, decimal, hexadecimal, name]: RegExpExecArray): string {
	if (name !== undefined) return ENTITIES[name] ?? source;
	const code = Number.parseInt(decimal ?? hexadecimal ?? "", decimal === undefined ? 16 : 10);
	// Control characters in this notation are dropped too.
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff ? source : String.fromCodePoint(code);
}

import type { Mark, Span } from "./span.ts";

interface InlineOptions {
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
	if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? source) : source;
	const code = Number.parseInt(decimal ?? hexadecimal ?? "", decimal === undefined ? 16 : 10);
	// Control characters in this notation are dropped too.
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff ? source : String.fromCodePoint(code);
}

/** A span, or a run of `*`, `_` or `~` that may be emphasis. */
interface Piece extends Span {
	canOpen?: boolean;
	canClose?: boolean;
}

/** Turns pairs of runs into marks on the spans between them; a run without a partner stays text. */
function applyEmphasis(pieces: readonly Piece[], { isOpen = false }: { isOpen?: boolean }): Span[] {
	const runs = pieces.map((piece) => ({ ...piece, marks: [...piece.marks] }));
	const openers: number[] = [];
	const mark = (from: number, to: number, name: Mark): void => {
		for (const span of runs.slice(from + 1, to)) if (!span.marks.includes(name)) span.marks.push(name);
	};
	for (const [index, run] of runs.entries()) {
		if (run.canOpen === undefined) continue;
		while (run.canClose && run.text !== "") {
			const position = openers.findLastIndex((opener) => isPartner(runs[opener], run));
			const opener = runs[openers[position] ?? -1];
			if (!opener) break;
			const length = opener.text.length >= 2 && run.text.length >= 2 ? 2 : 1;
			mark(openers[position] ?? 0, index, markOf(run.text.charAt(0), length));
			opener.text = opener.text.slice(length);
			run.text = run.text.slice(length);
			// Markers opened in between overlap, and stay text.
			openers.length = opener.text === "" ? position : position + 1;
		}
		if (run.canOpen && run.text !== "") openers.push(index);
	}
	// Open emphasis extends to the current end of an incomplete text.
	for (const index of isOpen ? openers : []) {
		const run = runs[index];
		while (run && run.text !== "") {
			const length = run.text.length >= 2 ? 2 : 1;
			if (index < runs.length - 1) mark(index, runs.length, markOf(run.text.charAt(0), length));
			run.text = run.text.slice(length);
		}
	}
	return runs.filter(({ text }) => text !== "").map(({ text, marks }) => ({ text, marks }));
}

function isPartner(opener: Piece | undefined, closer: Piece): boolean {
	if (!opener || opener.text.charAt(0) !== closer.text.charAt(0)) return false;
	if (opener.text.charAt(0) === "~") return opener.text.length === closer.text.length;
	// `***a** b*`: if a run can open and close, the sum of lengths must not be a multiple of three unless both are.
	const isEither = (opener.canClose ?? false) || (closer.canOpen ?? false);
	const sum = opener.text.length + closer.text.length;
	return !isEither || sum % 3 !== 0 || (opener.text.length % 3 === 0 && closer.text.length % 3 === 0);
}

function markOf(delimiter: string, length: number): Mark {
	if (delimiter === "~") return "strike";
	return length === 2 ? "bold" : "italic";
}

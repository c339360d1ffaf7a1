import type { Mark, TextSpan } from "./span.ts";

interface InlineOptions {
	/** More text will follow: unclosed markup is shown as if closed at the end. */
	isOpen?: boolean;
	/** Without styles, marks that would be lost are printed. */
	isPlain?: boolean;
}

/** Characters before which a backslash is dropped; brackets are not among them, because formulas begin `\(` and `\[`. */
const ESCAPABLE = /[!"#$%&'*+,\-./:;<=>?@\\^_`{|}~]/;
const URL_START = /^https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]}*_~]/;
/** The label and the spaces are bounded, so that a text of many brackets is read in linear time. */
const LINK =
	/^!?\[((?:[^[\]\\]|\\.|\[[^\]]{0,999}\]){0,999})\]\(\s{0,99}<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s{1,99}(?:"[^"]*"|'[^']*'))?\s{0,99}\)/;
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
export function parseInline(source: string, options: InlineOptions = {}): TextSpan[] {
	const pieces: Piece[] = [];
	const whole: InlineSource = { ...options, hasAfter: findClosers(source) };
	let plainFrom = 0;
	let index = 0;
	const flush = (): void => {
		if (index > plainFrom) pieces.push({ text: source.slice(plainFrom, index), marks: [] });
	};
	while (index < source.length) {
		const reading = READERS[source.charAt(index)]?.(source.slice(index), characterBefore(source, index), whole, index);
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

function characterBefore(source: string, index: number): string {
	return /[\s\S]$/u.exec(source.slice(Math.max(0, index - 2), index))?.[0] ?? "";
}

/**
 * Returns whether a text has a closing mark after a place: `\)`, `\]`, or a run of backticks. Searching to the end of
 * the text for each opening mark would take quadratic time.
 */
function findClosers(source: string): InlineSource["hasAfter"] {
	let last: Map<string, number> | undefined;
	return (closer, index) => {
		last ??= new Map(Array.from(source.matchAll(/\\[)\]]|`+/g), (match) => [match[0], match.index]));
		return (last.get(closer) ?? -1) > index;
	};
}

interface InlineSource extends InlineOptions {
	/** Whether the text has a closing mark after an index. */
	hasAfter: (closer: string, index: number) => boolean;
}

/**
 * Parses the markup that begins at a character: its pieces and their length in the source. Undefined for plain text.
 * @param before the character before it; "" at the beginning
 */
type Reader = (
	rest: string,
	before: string,
	source: InlineSource,
	index: number,
) => { pieces: readonly Piece[]; length: number } | undefined;

/** What follows a backslash that begins a formula → what ends the formula. */
const FORMULA_ENDS: Readonly<Record<string, string>> = { "(": "\\)", "[": "\\]" };

/** First character → the markup it may begin. */
const READERS: Readonly<Record<string, Reader>> = {
	"\\": (rest, _before, source, index) => {
		const closer = FORMULA_ENDS[rest.charAt(1)];
		const formula = closer !== undefined && source.hasAfter(closer, index) ? readFormula(rest) : undefined;
		if (formula) return formula;
		const next = rest.charAt(1);
		if (next === "\n") return { pieces: [], length: 1 };
		return ESCAPABLE.test(next) ? { pieces: [plain(next)], length: 2 } : undefined;
	},
	$: readFormula,
	"`": readCode,
	"[": readLink,
	"!": readLink,
	"<": (rest) => {
		const match = ANGLE.exec(rest);
		if (!match) return undefined;
		return { pieces: [match[1] ? { text: match[1], marks: ["link"] } : plain("\n")], length: match[0].length };
	},
	h: (rest, before) => {
		const url = /\w/.test(before) ? undefined : URL_START.exec(rest)?.[0];
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

/** Formulas stay unchanged: their symbols are not emphasis. */
function readFormula(rest: string): ReturnType<Reader> {
	const formula = FORMULA.exec(rest)?.[0];
	return formula === undefined ? undefined : { pieces: [plain(formula)], length: formula.length };
}

function readRun(rest: string, before: string, { isOpen }: InlineOptions): ReturnType<Reader> {
	const run = /^(?:\*+|_+|~~)/.exec(rest)?.[0];
	if (run === undefined) return undefined;
	const previous = before || " ";
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

/** Whether code has a space at each end that is only there to keep it from the backticks. */
function isPadded(code: string): boolean {
	return code.length > 2 && code.startsWith(" ") && code.endsWith(" ") && /[^ ]/.test(code);
}

function readCode(
	rest: string,
	_before: string,
	{ isOpen, isPlain, hasAfter }: InlineSource,
	index: number,
): ReturnType<Reader> {
	const [ticks = "`"] = /^`+/.exec(rest) ?? [];
	const end = hasAfter(ticks, index) && new RegExp(`[^\`]${ticks}(?!\`)`).exec(rest.slice(ticks.length));
	if (!end && !isOpen) return { pieces: [plain(ticks)], length: ticks.length };
	const inner = rest.slice(ticks.length, end ? ticks.length + end.index + 1 : undefined).replaceAll("\n", " ");
	const code = isPadded(inner) ? inner.slice(1, -1) : inner;
	return {
		pieces: [{ text: isPlain ? `\`${code}\`` : code, marks: ["code"] }],
		length: end ? ticks.length + end.index + end[0].length : rest.length,
	};
}

/** Shows the URL, since a terminal has nothing else to click, and so that the text cannot hide a different URL. */
function readLink(rest: string, _before: string, options: InlineSource): ReturnType<Reader> {
	const match = LINK.exec(rest);
	if (!match) return undefined;
	const [{ length }, label = "", url = ""] = match;
	if (rest.startsWith("!")) {
		const name: TextSpan = { text: `[image${label ? `: ${label}` : ""}]`, marks: ["italic"] };
		return { pieces: [name, ...linkTarget(url)], length };
	}
	const shown = parseInline(label, options).map(({ text, marks }): TextSpan => ({ text, marks: [...marks, "link"] }));
	const isSame = label === url || `mailto:${label}` === url;
	return { pieces: isSame ? shown : [...shown, ...linkTarget(url)], length };
}

function linkTarget(url: string): TextSpan[] {
	return url === "" ? [] : [{ text: ` (${url})`, marks: ["quiet"] }];
}

function decodeEntity([source, decimal, hexadecimal, name]: RegExpExecArray): string {
	if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? source) : source;
	const code = Number.parseInt(decimal ?? hexadecimal ?? "", decimal === undefined ? 16 : 10);
	// Control characters in this notation are dropped too.
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff ? source : String.fromCodePoint(code);
}

/** A span, or a run of `*`, `_` or `~` that may be emphasis. */
interface Piece extends TextSpan {
	canOpen?: boolean;
	canClose?: boolean;
}

/** Turns pairs of runs into marks on the spans between them; a run without a partner stays text. */
function applyEmphasis(pieces: readonly Piece[], { isOpen = false }: { isOpen?: boolean }): TextSpan[] {
	const runs = pieces.map((piece) => ({ ...piece, marks: [...piece.marks] }));
	const openers: number[] = [];
	/** For each kind of run that closes: the last run before which it has no partner. */
	const searched = new Map<string, number>();
	const mark = createMarker(runs);
	for (const [index, run] of runs.entries()) {
		if (run.canOpen === undefined) continue;
		while (run.canClose && run.text !== "") {
			const kind = kindOf(run);
			const from = searched.get(kind) ?? -1;
			let position = openers.length - 1;
			while ((openers[position] ?? -1) > from && !isPartner(runs[openers[position] ?? -1], run)) position--;
			const place = openers[position] ?? -1;
			const opener = place > from ? runs[place] : undefined;
			if (!opener) {
				searched.set(kind, index - 1);
				break;
			}
			const length = opener.text.length >= 2 && run.text.length >= 2 ? 2 : 1;
			mark(place, index, markOf(run.text.charAt(0), length));
			opener.text = opener.text.slice(length);
			run.text = run.text.slice(length);
			// Markers opened in between overlap, and stay text.
			openers.length = opener.text === "" ? position : position + 1;
			// The rest of the run may have other partners than the whole run.
			for (const [other, last] of searched) searched.set(other, Math.min(last, place - 1));
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

/** Returns a function that marks the spans between two indexes. It never visits a span twice for one mark. */
function createMarker(spans: readonly { marks: Mark[] }[]): (from: number, to: number, name: Mark) => void {
	/** For each mark and span: a span from which on the next one without the mark is found. */
	const nexts = new Map<Mark, number[]>();
	return (from, to, name) => {
		const next = nexts.get(name) ?? Array.from(spans, (_, index) => index);
		nexts.set(name, next);
		const find = (start: number): number => {
			let index = start;
			while (index < to && next[index] !== index) index = next[index] ?? to;
			return index;
		};
		for (let index = find(from + 1); index < to; index = find(index)) {
			const marks = spans[index]?.marks;
			if (marks && !marks.includes(name)) marks.push(name);
			next[index] = to;
		}
		if (from + 1 < to) next[from + 1] = Math.max(to, next[from + 1] ?? to);
	};
}

/** Runs of one kind close the same runs. */
function kindOf({ text, canOpen }: Piece): string {
	const sign = text.charAt(0);
	return sign === "~" ? text : `${sign}${canOpen} ${text.length % 3}`;
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

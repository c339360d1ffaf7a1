import languages from "./data/languages.json" with { type: "json" };
import type { Mark, TextSpan } from "./span.ts";

interface Language {
	keywords: ReadonlySet<string>;
	/** Beginnings of comments that end with the line. */
	lineComments: readonly string[];
	/** Comments that may span several lines. */
	blockComments: readonly { start: string; end: string }[];
	/** Quotes of strings, the longest first; those that may span several lines are in `longQuotes`. */
	quotes: readonly string[];
	longQuotes: readonly string[];
	/** Letters of names besides letters, digits and `_`. */
	nameCharacters: string;
	ignoreCase: boolean;
	/** Names before a colon or an equals sign are keys. */
	hasKeys: boolean;
	/** Lines are highlighted as a whole, by their first character. */
	isDiff: boolean;
	/** Names after these are highlighted, as tags or variables. */
	sigils: readonly string[];
}

/** A row of the table: names and keywords are separated by spaces. */
type LanguageRow = Partial<Omit<Language, "keywords">> & { names: string; keywords?: string };

/** The languages by their names, such as `py` and `python`. */
const LANGUAGES = new Map<string, Language>(
	languages.flatMap(({ names, keywords = "", ...others }: LanguageRow) => {
		const language: Language = {
			keywords: new Set(keywords.split(" ")),
			lineComments: [],
			blockComments: [],
			quotes: ['"', "'"],
			longQuotes: [],
			nameCharacters: "",
			ignoreCase: false,
			hasKeys: false,
			isDiff: false,
			sigils: [],
			...others,
		};
		return names.split(" ").map((name): [string, Language] => [name, language]);
	}),
);

/** Returns the language of a code block, by the word after its fence; undefined if unknown. */
export function findLanguage(name: string): Language | undefined {
	return LANGUAGES.get(name.toLowerCase());
}

/** State that continues on the next line: the end of a comment or a string that is still open. */
export type OpenConstruct = { end: string; mark: Mark } | undefined;

/** Highlights a line of code. Takes the open state of the line before, and returns that of this line. */
export function highlightLine(
	line: string,
	language: Language,
	carry: OpenConstruct,
): { spans: TextSpan[]; carry: OpenConstruct } {
	if (language.isDiff) return { spans: [{ text: line, marks: diffMarks(line) }], carry: undefined };
	const spans: TextSpan[] = [];
	const add = (text: string, ...marks: Mark[]): void => {
		spans.push({ text, marks });
	};
	let index = 0;
	let open = carry;
	while (index < line.length) {
		const rest = line.slice(index);
		const begun = open ? { ...open, start: "", isLong: true } : findBeginning(rest, index, line, language);
		if (begun) {
			const { start, end, mark, isLong } = begun;
			const length = findEnd(rest.slice(start.length), end);
			if (length === undefined) {
				add(rest, mark);
				return { spans, carry: isLong ? { end, mark } : undefined };
			}
			const text = rest.slice(0, start.length + length);
			const isKey = language.hasKeys && !open && mark === "string" && /^\s*:/.test(rest.slice(text.length));
			add(text, isKey ? "name" : mark);
			index += text.length;
			open = undefined;
			continue;
		}
		const token = readToken(rest, line.slice(0, index), language);
		add(token.text, ...(token.mark ? [token.mark] : []));
		index += token.text.length;
	}
	return { spans, carry: open };
}

function diffMarks(line: string): Mark[] {
	if (line.startsWith("@@")) return ["name"];
	if (/^(?:\+\+\+|---|diff |index )/.test(line)) return ["bold"];
	if (line.startsWith("+")) return ["added"];
	return line.startsWith("-") ? ["removed"] : [];
}

function findBeginning(
	rest: string,
	index: number,
	line: string,
	language: Language,
): { start: string; end: string; mark: Mark; isLong: boolean } | undefined {
	const block = language.blockComments.find(({ start }) => rest.startsWith(start));
	if (block) return { ...block, mark: "comment", isLong: true };
	// `#` inside a word of a shell, or `//` of a URL, begins no comment.
	const isWordStart = index === 0 || /[\s;{}()[\],]/.test(line.charAt(index - 1));
	const comment = language.lineComments.find((start) => rest.startsWith(start));
	if (comment && (isWordStart || comment.length > 1) && line.charAt(index - 1) !== ":") {
		return { start: rest, end: "", mark: "comment", isLong: false };
	}
	const quote = language.quotes.find((start) => rest.startsWith(start));
	// An apostrophe inside a word, as in the text of a markup language, opens no string.
	if (
		quote === undefined ||
		(quote === "'" && /\w/.test(line.charAt(index - 1)) && !/\b[bfru]{1,2}$/i.test(line.slice(0, index)))
	)
		return undefined;
	return { start: quote, end: quote, mark: "string", isLong: language.longQuotes.includes(quote) };
}

/** Characters up to and with the end; a backslash protects what follows it. Undefined if the end is not there. */
function findEnd(text: string, end: string): number | undefined {
	if (end === "") return 0;
	for (let index = 0; index < text.length; index++) {
		if (text.charAt(index) === "\\" && end.length <= 3 && /["'`]/.test(end)) index++;
		else if (text.startsWith(end, index)) return index + end.length;
	}
	return undefined;
}

function readToken(rest: string, before: string, language: Language): { text: string; mark?: Mark } {
	// Safe inside the brackets of an expression.
	const letters = language.nameCharacters.replace(/[$\-.]/g, "\\$&");
	const name = new RegExp(`^[\\p{L}_${letters}][\\p{L}\\p{N}_${letters}]*`, "u");
	const sigil = language.sigils.find((start) => rest.startsWith(start));
	if (sigil !== undefined) {
		const named = name.exec(rest.slice(sigil.length))?.[0];
		// After a letter these have another meaning, as in an email address.
		const isApart = !/^[@:&*]/.test(sigil) || !/\w$/.test(before);
		if (named && isApart) return { text: sigil + named, mark: "name" };
	}
	const number = /^(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\w{0,4}/.exec(rest)?.[0];
	if (number && !/[\w$]$/.test(before)) return { text: number, mark: "number" };
	const word = name.exec(rest)?.[0];
	if (word === undefined) return { text: /^[\s\S]/u.exec(rest)?.[0] ?? rest };
	const after = rest.slice(word.length);
	if (language.hasKeys && /^\s*[:=](?!=)/.test(after)) return { text: word, mark: "name" };
	if (language.keywords.has(language.ignoreCase ? word.toLowerCase() : word) && !before.endsWith(".")) {
		return { text: word, mark: "keyword" };
	}
	return after.startsWith("(") ? { text: word, mark: "name" } : { text: word };
}

import { lazyPattern } from "../../base/lazy-pattern.ts";

/** How source text is cut into tokens. The names are Jinja2's. */
export interface LexerOptions {
	/** Remove the first line break after a block tag or comment. Default false. */
	trim_blocks?: boolean;
	/** Remove the spaces before a block tag or comment that comes first on its line. Default false. */
	lstrip_blocks?: boolean;
	/** Keep the last line break of the source. Default false. */
	keep_trailing_newline?: boolean;
	/** String that replaces every line break of the source. Default `"\n"`. */
	newline_sequence?: string;
	block_start_string?: string;
	block_end_string?: string;
	variable_start_string?: string;
	variable_end_string?: string;
	comment_start_string?: string;
	comment_end_string?: string;
	/** A line that begins with this text is a block tag. Default: none. */
	line_statement_prefix?: string;
	/** From this text to the end of the line everything is a comment. Default: none. */
	line_comment_prefix?: string;
	/** Name of the template, for error messages. */
	name?: string;
}

/** Python's idea of white space, which has U+0085 and the separators but not U+FEFF, as a part of a character class. */
export const SPACE_CLASS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** The delimiters of a dialect as regular expressions. All are sticky except `opening`, which searches. */
export interface Grammar {
	/** Finds the next opening delimiter. Groups: each of `openings`, in order, and the sign behind it. */
	readonly opening: RegExp;
	readonly openings: readonly Opening[];
	readonly blockEnd: RegExp;
	readonly variableEnd: RegExp;
	readonly lineEnd: RegExp;
	readonly commentEnd: RegExp;
	readonly rawEnd: RegExp;
	/** Pattern of each kind of delimiter in a token. */
	readonly names: { block: [string, string]; variable: [string, string] };
}

/** The groups of `Grammar.opening`, in the order in which ties are decided. */
export type Opening = "raw" | "block" | "variable" | "comment" | "lineStatement" | "lineComment";

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The grammar used last: most templates of a program have the same. */
let latest: { readonly key: string; readonly grammar: Grammar } | undefined;

/** Returns the expressions for the delimiters; `Grammar` objects have state (`lastIndex`) and serve one lexer at a time. */
export function grammarOf(options: LexerOptions): Grammar {
	const {
		block_start_string: blockStart = "{%",
		block_end_string: blockEnd = "%}",
		variable_start_string: variableStart = "{{",
		variable_end_string: variableEnd = "}}",
		comment_start_string: commentStart = "{#",
		comment_end_string: commentEnd = "#}",
		line_statement_prefix: statementPrefix,
		line_comment_prefix: commentPrefix,
	} = options;
	const key = [
		options.trim_blocks,
		...[blockStart, blockEnd, variableStart, variableEnd, commentStart, commentEnd, statementPrefix, commentPrefix],
	].join("\0");
	if (latest?.key === key) return latest.grammar;
	const space = `[${SPACE_CLASS}]`;
	const [openBlock, closeBlock, closeVariable, closeComment] = [blockStart, blockEnd, variableEnd, commentEnd].map(
		quote,
	) as [string, string, string, string];
	const trimmed = options.trim_blocks ? "\\n?" : "";
	const starts: { kind: Opening; length: number; pattern: string }[] = [
		{ kind: "comment", length: commentStart.length, pattern: quote(commentStart) },
		{ kind: "block", length: blockStart.length, pattern: openBlock },
		{ kind: "variable", length: variableStart.length, pattern: quote(variableStart) },
	];
	if (statementPrefix !== undefined)
		starts.push({
			kind: "lineStatement",
			length: statementPrefix.length,
			pattern: `^[ \\t\\v]*${quote(statementPrefix)}`,
		});
	if (commentPrefix !== undefined)
		starts.push({
			kind: "lineComment",
			length: commentPrefix.length,
			pattern: `(?:^|(?<=[^${SPACE_CLASS}]))(?:(?![\\r\\n])${space})*${quote(commentPrefix)}`,
		});
	// Of two delimiters that begin at the same place the longer one wins.
	starts.sort((a, b) => b.length - a.length);
	const raw = `(${openBlock})([-+]?)${space}*raw${space}*(?:-${closeBlock}${space}*|${closeBlock})`;
	const alternatives = [raw, ...starts.map(({ pattern }) => `(${pattern})([-+]?)`)];
	const grammar = {
		opening: new RegExp(alternatives.join("|"), "gm"),
		openings: ["raw", ...starts.map(({ kind }) => kind)],
		blockEnd: new RegExp(`\\+${closeBlock}|-${closeBlock}${space}*|${closeBlock}${trimmed}`, "y"),
		variableEnd: new RegExp(`-${closeVariable}${space}*|${closeVariable}`, "y"),
		lineEnd: new RegExp(`${space}*(?:\\n|$)`, "y"),
		commentEnd: new RegExp(`\\+${closeComment}|-${closeComment}${space}*|${closeComment}${trimmed}`, "g"),
		rawEnd: new RegExp(
			`${openBlock}([-+]?)${space}*endraw${space}*(?:\\+${closeBlock}|-${closeBlock}${space}*|${closeBlock}${trimmed})`,
			"g",
		),
		names: { block: [blockStart, blockEnd], variable: [variableStart, variableEnd] },
	} satisfies Grammar;
	latest = { key, grammar };
	return grammar;
}

const IDENTIFIER = lazyPattern("^[\\p{ID_Start}_]\\p{ID_Continue}*$", "u");

/** Whether a text is an identifier in Python's sense. */
export function isIdentifier(text: string): boolean {
	return IDENTIFIER().test(text);
}

const SIMPLE: Readonly<Record<string, string>> = {
	n: "\n",
	t: "\t",
	r: "\r",
	b: "\b",
	f: "\f",
	v: "\v",
	a: "\x07",
	"\\": "\\",
	"'": "'",
	'"': '"',
	"\n": "",
};
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPE = /\\(?:([0-7]{1,3})|([xuU])([0-9a-fA-F]*)|N(\{[^}]*\})?|([\s\S]))/g;

/** Thrown by `unescapeString`; the lexer adds the place. */
export class EscapeError extends Error {}

/**
 * Replaces the escapes of a string literal by the characters they stand for; unknown ones stay as written.
 * @param body the text between the quotes
 */
export function unescapeString(body: string): string {
	let result = "";
	let start = 0;
	for (let at = body.indexOf("\\"); at !== -1; at = body.indexOf("\\", start)) {
		const character = SIMPLE[body.charAt(at + 1)];
		if (character === undefined) return unescapeAll(body);
		result += body.slice(start, at) + character;
		start = at + 2;
	}
	return result + body.slice(start);
}

function unescapeAll(body: string): string {
	// A surrogate pair written as two escapes stays two lone surrogates in Python; JavaScript strings cannot express that.
	return body.replace(
		ESCAPE,
		(whole, octal?: string, kind?: string, digits?: string, name?: string, other?: string) => {
			if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
			if (kind !== undefined) return decodeHex(kind, digits ?? "");
			if (other === undefined) return decodeName(name);
			return SIMPLE[other] ?? whole;
		},
	);
}

function decodeHex(kind: string, digits: string): string {
	const length = HEX_LENGTH[kind] ?? 0;
	if (digits.length < length) throw new EscapeError(`truncated \\${kind}${"X".repeat(length)} escape`);
	const code = Number.parseInt(digits.slice(0, length), 16);
	if (code > 0x10ffff) throw new EscapeError("illegal Unicode character");
	return String.fromCodePoint(code) + digits.slice(length);
}

/** Names of characters would need the whole table of Unicode, so only a few everyday ones are known. */
const NAMED: Readonly<Record<string, string>> = {
	BULLET: "\u2022",
	"EM DASH": "\u2014",
	"EN DASH": "\u2013",
	"NO-BREAK SPACE": "\u00a0",
	SPACE: " ",
	SNOWMAN: "\u2603",
};

function decodeName(name: string | undefined): string {
	if (name === undefined) throw new EscapeError("malformed \\N character escape");
	const key = name.slice(1, -1).toUpperCase();
	const character = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
	if (character === undefined) throw new EscapeError("unknown Unicode character name");
	return character;
}

import { SPACE_CLASS } from "../values/search-text.ts";

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
	/** Begins a block tag. Default `"{%"`. */
	block_start_string?: string;
	/** Ends a block tag. Default `"%}"`. */
	block_end_string?: string;
	/** Begins an expression. Default `"{{"`. */
	variable_start_string?: string;
	/** Ends an expression. Default `"}}"`. */
	variable_end_string?: string;
	/** Begins a comment. Default `"{#"`. */
	comment_start_string?: string;
	/** Ends a comment. Default `"#}"`. */
	comment_end_string?: string;
	/** A line that begins with this text is a block tag. Default: none. */
	line_statement_prefix?: string;
	/** From this text to the end of the line everything is a comment. Default: none. */
	line_comment_prefix?: string;
	/** Name of the template, for error messages. */
	name?: string;
}

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

/** The usual grammar, without and with `trim_blocks`. */
const usual: Grammar[] = [];

/** Whether options set custom delimiters or prefixes. */
export function hasDelimiters(options: LexerOptions): boolean {
	return Object.entries(options).some(([name, value]) => value !== undefined && /_(?:string|prefix)$/.test(name));
}

/** Returns the expressions for the usual delimiters. They have state (`lastIndex`) and serve one lexer at a time. */
export function usualGrammar(options: LexerOptions): Grammar {
	const index = Number(options.trim_blocks ?? false);
	usual[index] ??= makeUsual(index === 1 ? "\\n?" : "");
	return usual[index];
}

/** @param trimmed pattern of the text removed after a block */
function makeUsual(trimmed: string): Grammar {
	const space = `[${SPACE_CLASS}]*`;
	const blockEnd = `\\+%\\}|-%\\}${space}|%\\}${trimmed}`;
	const raw = `(\\{%)([-+]?)${space}raw${space}(?:-%\\}${space}|%\\})`;
	return {
		opening: new RegExp(`${raw}|(\\{#)([-+]?)|(\\{%)([-+]?)|(\\{\\{)([-+]?)`, "gm"),
		openings: ["raw", "comment", "block", "variable"],
		blockEnd: new RegExp(blockEnd, "y"),
		variableEnd: new RegExp(`-\\}\\}${space}|\\}\\}`, "y"),
		lineEnd: /$/y,
		commentEnd: new RegExp(`\\+#\\}|-#\\}${space}|#\\}${trimmed}`, "g"),
		rawEnd: new RegExp(`\\{%([-+]?)${space}endraw${space}(?:${blockEnd})`, "g"),
		names: { block: ["{%", "%}"], variable: ["{{", "}}"] },
	};
}

export const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
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

/**
 * Replaces the escapes of a string literal with their characters; unknown ones stay as written. Errors have no
 * place: the lexer adds it.
 * @param body the text between the quotes
 * @param unescapeAny replaces all escapes, the less usual ones too
 */
export function unescapeString(body: string, unescapeAny: (body: string) => string): string {
	let result = "";
	let start = 0;
	for (let at = body.indexOf("\\"); at !== -1; at = body.indexOf("\\", start)) {
		const character = SIMPLE_ESCAPES[body.charAt(at + 1)];
		if (character === undefined) return unescapeAny(body);
		result += body.slice(start, at) + character;
		start = at + 2;
	}
	return result + body.slice(start);
}

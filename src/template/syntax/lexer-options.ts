/** How source text is cut into tokens. The names are Jinja2's. */
export interface LexerOptions {
	/** Remove the first line break after a block tag or comment. Default false. */
	trim_blocks?: boolean;
	/** Remove the spaces before a block tag or comment that comes first on its line. Default false. */
	lstrip_blocks?: boolean;
	/** Keep the last line break of the source. Default false. */
	keep_trailing_newline?: boolean;
	/** What every line break of the source becomes. Default `"\n"`. */
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
	/** Finds the next opening delimiter. Groups: raw tag, then the kinds of `OPENINGS` with their sign. */
	readonly opening: RegExp;
	readonly blockEnd: RegExp;
	readonly variableEnd: RegExp;
	readonly lineEnd: RegExp;
	readonly commentEnd: RegExp;
	readonly rawEnd: RegExp;
	/** What each kind of delimiter looks like in a token. */
	readonly names: { block: [string, string]; variable: [string, string] };
}

/** The groups of `Grammar.opening`, in the order in which ties are decided. */
export type Opening = "block" | "variable" | "comment" | "lineStatement" | "lineComment";

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Builds the expressions for the delimiters; `Grammar` objects have state (`lastIndex`) and serve one lexer at a time. */
export function buildGrammar(options: LexerOptions): Grammar {
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
	const space = `[${SPACE_CLASS}]`;
	const [openBlock, closeBlock, closeVariable, closeComment] = [blockStart, blockEnd, variableEnd, commentEnd].map(
		escape,
	) as [string, string, string, string];
	const trimmed = options.trim_blocks ? "\\n?" : "";
	const starts: { kind: Opening; length: number; pattern: string }[] = [
		{ kind: "comment", length: commentStart.length, pattern: escape(commentStart) },
		{ kind: "block", length: blockStart.length, pattern: openBlock },
		{ kind: "variable", length: variableStart.length, pattern: escape(variableStart) },
	];
	if (statementPrefix !== undefined)
		starts.push({
			kind: "lineStatement",
			length: statementPrefix.length,
			pattern: `^[ \\t\\v]*${escape(statementPrefix)}`,
		});
	if (commentPrefix !== undefined)
		starts.push({
			kind: "lineComment",
			length: commentPrefix.length,
			pattern: `(?:^|(?<=[^${SPACE_CLASS}]))(?:(?![\\r\\n])${space})*${escape(commentPrefix)}`,
		});
	// Of two delimiters that begin at the same place the longer one wins.
	starts.sort((a, b) => b.length - a.length);
	const raw = `(?<raw>${openBlock})(?<rawSign>[-+]?)${space}*raw${space}*(?:-${closeBlock}${space}*|${closeBlock})`;
	const alternatives = [raw, ...starts.map(({ kind, pattern }) => `(?<${kind}>${pattern})(?<${kind}Sign>[-+]?)`)];
	return {
		opening: new RegExp(alternatives.join("|"), "gm"),
		blockEnd: new RegExp(`\\+${closeBlock}|-${closeBlock}${space}*|${closeBlock}${trimmed}`, "y"),
		variableEnd: new RegExp(`-${closeVariable}${space}*|${closeVariable}`, "y"),
		lineEnd: new RegExp(`${space}*(?:\\n|$)`, "y"),
		commentEnd: new RegExp(`\\+${closeComment}|-${closeComment}${space}*|${closeComment}${trimmed}`, "g"),
		rawEnd: new RegExp(
			`${openBlock}([-+]?)${space}*endraw${space}*(?:\\+${closeBlock}|-${closeBlock}${space}*|${closeBlock}${trimmed})`,
			"g",
		),
		names: { block: [blockStart, blockEnd], variable: [variableStart, variableEnd] },
	};
}

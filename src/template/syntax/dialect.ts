import { lazyPattern } from "../../base/lazy-pattern.ts";
import { SPACE_CLASS } from "../values/search-text.ts";
import {
	type Grammar,
	hasDelimiters,
	type LexerOptions,
	type Opening,
	SIMPLE_ESCAPES,
	usualGrammar,
} from "./grammar.ts";

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The grammar used last: most templates of a program have the same. */
let latest: { readonly key: string; readonly grammar: Grammar } | undefined;

/** Returns the expressions for any delimiters and prefixes. */
export function makeGrammar(options: LexerOptions): Grammar {
	if (!hasDelimiters(options)) return usualGrammar(options);
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

const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPE = /\\(?:([0-7]{1,3})|([xuU])([0-9a-fA-F]*)|N(\{[^}]*\})?|([\s\S]))/g;

/** Replaces the escapes of a string literal, the rare ones included. */
export function unescapeAll(body: string): string {
	// A surrogate pair written as two escapes stays two lone surrogates in Python; JavaScript strings cannot express that.
	return body.replace(
		ESCAPE,
		(whole, octal?: string, kind?: string, digits?: string, name?: string, other?: string) => {
			if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
			if (kind !== undefined) return decodeHex(kind, digits ?? "");
			if (other === undefined) return decodeName(name);
			return SIMPLE_ESCAPES[other] ?? whole;
		},
	);
}

function decodeHex(kind: string, digits: string): string {
	const length = HEX_LENGTH[kind] ?? 0;
	if (digits.length < length) throw new Error(`truncated \\${kind}${"X".repeat(length)} escape`);
	const code = Number.parseInt(digits.slice(0, length), 16);
	if (code > 0x10ffff) throw new Error("illegal Unicode character");
	return String.fromCodePoint(code) + digits.slice(length);
}

/** Names of characters would need the whole table of Unicode, so only a few common ones are known. */
const NAMED: Readonly<Record<string, string>> = {
	BULLET: "\u2022",
	"EM DASH": "\u2014",
	"EN DASH": "\u2013",
	"NO-BREAK SPACE": "\u00a0",
	SPACE: " ",
	SNOWMAN: "\u2603",
};

function decodeName(name: string | undefined): string {
	if (name === undefined) throw new Error("malformed \\N character escape");
	const key = name.slice(1, -1).toUpperCase();
	const character = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
	if (character === undefined) throw new Error("unknown Unicode character name");
	return character;
}

const IDENTIFIER = lazyPattern("^[\\p{ID_Start}_]\\p{ID_Continue}*$", "u");

/** Whether a text is an identifier in Python's sense. */
export function isIdentifier(text: string): boolean {
	return IDENTIFIER().test(text);
}

const NAME = lazyPattern("[\\p{ID_Continue}\\p{N}]+", "uy");
const FLOAT = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const INTEGER = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;

/** Returns the name at a position. */
export function readName(text: string, position: number): string {
	const pattern = NAME();
	pattern.lastIndex = position;
	const [name = ""] = pattern.exec(text) ?? [];
	if (!isIdentifier(name)) throw new Error("Invalid character in identifier");
	return name;
}

/** Returns the number at a position, as Python writes them. */
export function readNumber(text: string, position: number, isIndex: boolean): string {
	FLOAT.lastIndex = position;
	INTEGER.lastIndex = position;
	const [digits = ""] = (isIndex ? null : FLOAT.exec(text)) ?? INTEGER.exec(text) ?? [];
	return digits;
}

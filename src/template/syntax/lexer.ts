import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateError, TemplateSyntaxError } from "../errors.ts";
import { quoteText, SPACE_CLASS, strip } from "../values/search-text.ts";
import { type Grammar, type LexerOptions, type Opening, unescapeString } from "./grammar.ts";
import { Source } from "./source.ts";
import type { Syntax } from "./syntax.ts";
import { BrokenToken } from "./token-stream.ts";
import { Token, type TokenType } from "./tokens.ts";

const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "y");
const ASCII_NAME = /[A-Za-z_]\w*(?![\x80-\uffff\w])/y;
const NAME_CHARACTER = lazyPattern("[\\p{ID_Continue}\\p{N}]", "u");
const STRING = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** After a token of these types `-` and `+` have a left operand. */
const OPERAND_ENDS: ReadonlySet<TokenType> = new Set([
	"Identifier",
	"NumericLiteral",
	"StringLiteral",
	"CloseParen",
	"CloseSquareBracket",
]);

interface ScanOptions extends LexerOptions {
	/** Word errors like the reference. */
	compat?: "reference";
}

/** The tokens of a template; if the source is malformed, the last one is a `BrokenToken`. */
interface Scan {
	readonly source: Source;
	readonly tokens: Token[];
	/** Finds errors that do not depend on the grammar of tags. */
	readonly failure: { readonly message: string; readonly offset: number } | undefined;
}

/**
 * Splits template source into tokens.
 *
 * @throws TemplateSyntaxError for unknown characters and for strings, comments, raw blocks and tags without an end
 */
export function tokenizeWith(syntax: Syntax, source: string, options: LexerOptions): Token[] {
	const { tokens, failure, source: text } = scan(syntax, source, options);
	if (failure) throw new TemplateSyntaxError(failure.message, text, failure.offset);
	return tokens;
}

/** Splits template source into tokens without throwing, so that the parser can report the first error. */
export function scan(syntax: Syntax, text: string, options: ScanOptions): Scan {
	return new Lexer(syntax, text, options).run();
}

class Lexer {
	readonly #syntax: Syntax;
	readonly #text: string;
	readonly #source: Source;
	readonly #newline: string;
	readonly #grammar: Grammar;
	readonly #stripBlocks: boolean;
	readonly #tokens: Token[] = [];
	#position = 0;
	/** Whether the text at `#position` begins a line. */
	#startsLine = true;
	#failure: Scan["failure"];

	constructor(syntax: Syntax, text: string, options: ScanOptions) {
		if (typeof text !== "string") throw new TemplateError(`A template must be a string, not ${typeof text}.`);
		this.#syntax = syntax;
		let unified = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
		if (!options.keep_trailing_newline && unified.endsWith("\n")) unified = unified.slice(0, -1);
		this.#text = unified;
		const wording = options.compat === "reference" ? syntax.referenceWording() : undefined;
		this.#source = new Source(unified, options.name, wording);
		this.#newline = options.newline_sequence ?? "\n";
		this.#grammar = syntax.grammarOf(options);
		this.#stripBlocks = options.lstrip_blocks ?? false;
	}

	run(): Scan {
		const { opening } = this.#grammar;
		while (!this.#isBroken()) {
			opening.lastIndex = this.#position;
			const match = opening.exec(this.#text);
			if (!match) {
				this.#pushText(this.#text.slice(this.#position));
				break;
			}
			this.#readOpening(match);
		}
		return { source: this.#source, tokens: this.#tokens, failure: this.#failure };
	}

	#isBroken(): boolean {
		return this.#tokens.at(-1) instanceof BrokenToken;
	}

	#push(value: string, type: TokenType, start = this.#position): void {
		this.#tokens.push(new Token(value, type, this.#source, start));
	}

	#fail(message: string, start = this.#position): void {
		this.#tokens.push(new BrokenToken("", "Text", this.#source, start, message));
		this.#failure = { message, offset: start };
	}

	#normalize(text: string): string {
		return this.#newline === "\n" ? text : text.replaceAll("\n", this.#newline);
	}

	#pushText(text: string): void {
		if (text !== "") this.#push(this.#normalize(text), "Text");
	}

	#moveTo(position: number): void {
		this.#position = position;
		this.#startsLine = position > 0 && this.#text.charCodeAt(position - 1) === 10;
	}

	#readOpening(match: RegExpExecArray): void {
		let index = 1;
		while (match[index] === undefined) index += 2;
		const kind = this.#grammar.openings[index >> 1] as Opening;
		const text = this.#text.slice(this.#position, match.index);
		this.#pushText(this.#strip(text, match[index + 1], kind !== "variable"));
		const start = match.index;
		this.#moveTo(start + match[0].length);
		if (kind === "raw") this.#readRaw(start);
		else if (kind === "comment") this.#readComment(start, this.#grammar.commentEnd);
		else if (kind === "lineComment") this.#readComment(start, /$/gm);
		else this.#readTag(kind, start);
	}

	/** Applies the whitespace control of a tag to the text before it. */
	#strip(text: string, sign: string | undefined, isBlock: boolean): string {
		if (sign === "-") return strip(text, undefined, false, true);
		if (sign === "+" || !isBlock || !this.#stripBlocks) return text;
		const lineStart = text.lastIndexOf("\n") + 1;
		if (lineStart === 0 && !this.#startsLine) return text;
		return strip(text.slice(lineStart), undefined, true, false) === "" ? text.slice(0, lineStart) : text;
	}

	#readRaw(start: number): void {
		const { rawEnd } = this.#grammar;
		rawEnd.lastIndex = this.#position;
		const match = rawEnd.exec(this.#text);
		if (!match) {
			this.#fail("Missing end of raw directive", start);
			return;
		}
		this.#pushText(this.#strip(this.#text.slice(this.#position, match.index), match[1], true));
		this.#moveTo(rawEnd.lastIndex);
	}

	#readComment(start: number, end: RegExp): void {
		end.lastIndex = this.#position;
		const match = end.exec(this.#text);
		if (!match) {
			this.#fail("Missing end of comment tag", start);
			return;
		}
		this.#push(this.#normalize(this.#text.slice(this.#position, match.index)), "Comment", start);
		this.#moveTo(end.lastIndex);
	}

	#readTag(kind: "block" | "variable" | "lineStatement", start: number): void {
		const { names, variableEnd, blockEnd, lineEnd } = this.#grammar;
		const isVariable = kind === "variable";
		const [open, close] = isVariable ? names.variable : names.block;
		const end = isVariable ? variableEnd : kind === "block" ? blockEnd : lineEnd;
		this.#push(open, isVariable ? "OpenExpression" : "OpenStatement", start);
		const brackets: string[] = [];
		const first = this.#tokens.length;
		for (;;) {
			// A line statement ends with its line.
			if (kind !== "lineStatement") this.#skipSpaces();
			if (brackets.length === 0 && this.#mayEnd(kind, close)) {
				end.lastIndex = this.#position;
				if (end.test(this.#text)) {
					this.#push(close, isVariable ? "CloseExpression" : "CloseStatement");
					this.#moveTo(end.lastIndex);
					return;
				}
			}
			this.#skipSpaces();
			if (this.#position >= this.#text.length) {
				this.#failAtEnd(isVariable, this.#tokens.length === first);
				return;
			}
			if (!this.#tryToken(brackets)) return;
		}
	}

	/** Whether a tag may end here, by the first character: checked before and after each token. */
	#mayEnd(kind: Opening, close: string): boolean {
		if (kind === "lineStatement") return true;
		const code = this.#text.charCodeAt(this.#position);
		return code === close.charCodeAt(0) || code === 45 || code === 43;
	}

	#skipSpaces(): void {
		// Printable ASCII, which nearly every token begins with, behind one blank at most.
		if (this.#text.charCodeAt(this.#position) === 32) this.#position++;
		const code = this.#text.charCodeAt(this.#position);
		if (code > 32 && code < 127) return;
		SPACES.lastIndex = this.#position;
		if (SPACES.test(this.#text)) this.#position = SPACES.lastIndex;
	}

	/** Records a tag without an end. The parser also finds it, and only the parser reports a bare opening delimiter. */
	#failAtEnd(isVariable: boolean, isBare: boolean): void {
		if (isBare) return;
		const wanted = isVariable ? "end of print statement" : "end of statement block";
		const message = this.#source.wording?.end() ?? `unexpected end of template, expected '${wanted}'.`;
		this.#failure = { message, offset: this.#position };
	}

	/** Reads one token inside a tag; false if the source is malformed here. */
	#tryToken(brackets: string[]): boolean {
		try {
			return this.#readToken(brackets);
		} catch (error) {
			this.#fail((error as Error).message);
			return false;
		}
	}

	#readToken(brackets: string[]): boolean {
		const code = this.#text.charCodeAt(this.#position);
		if (code >= 48 && code <= 57) return this.#readNumber(this.#position);
		if (code === 34 || code === 39) return this.#readString();
		if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95) {
			ASCII_NAME.lastIndex = this.#position;
			const name = ASCII_NAME.exec(this.#text);
			if (name) return this.#take(name[0], "Identifier");
		}
		return this.#readSymbol(brackets) ?? this.#readUnicodeName();
	}

	#take(value: string, type: TokenType): true {
		this.#push(value, type);
		this.#position += value.length;
		return true;
	}

	#readUnicodeName(): boolean {
		const character = String.fromCodePoint(this.#text.codePointAt(this.#position) ?? 0);
		if (!NAME_CHARACTER().test(character)) return this.#failAtCharacter();
		return this.#take(this.#syntax.readName(this.#text, this.#position), "Identifier");
	}

	#failAtCharacter(): false {
		const character = String.fromCodePoint(this.#text.codePointAt(this.#position) ?? 0);
		const offset = [...this.#text.slice(0, this.#position)].length;
		this.#fail(this.#source.wording?.character(character) ?? `unexpected char ${quoteText(character)} at ${offset}`);
		return false;
	}

	/** @param start where the token begins, one before the digits if they carry a sign */
	#readNumber(start: number): boolean {
		// After a dot digits are an index, so that `a.0.1` is two of them.
		const isIndex = this.#text.charCodeAt(this.#position - 1) === 46;
		const digits = this.#syntax.readNumber(this.#text, this.#position, isIndex);
		this.#position += digits.length;
		this.#push(this.#text.slice(start, this.#position), "NumericLiteral", start);
		return true;
	}

	#readString(): boolean {
		STRING.lastIndex = this.#position;
		const [literal] = STRING.exec(this.#text) ?? [];
		if (literal === undefined) return this.#failAtCharacter();
		this.#push(unescapeString(this.#normalize(literal.slice(1, -1)), this.#syntax.unescape), "StringLiteral");
		this.#position += literal.length;
		return true;
	}

	/** Reads an operator or bracket; undefined if there is none here. */
	#readSymbol(brackets: string[]): boolean | undefined {
		const one = this.#text.charAt(this.#position);
		const two = LONG_STARTS.has(one) ? this.#text.slice(this.#position, this.#position + 2) : one;
		const symbol = SYMBOLS.has(two) ? two : one;
		const type = SYMBOLS.get(symbol);
		if (type === undefined) return undefined;
		if (symbol in CLOSERS) brackets.push(CLOSERS[symbol] ?? "");
		else if (symbol === ")" || symbol === "]" || symbol === "}") {
			const expected = brackets.pop();
			if (expected !== symbol) {
				const hint = expected === undefined ? "" : `, expected '${expected}'`;
				const message =
					this.#source.wording?.symbol(type, this.#text, this.#position, this.#grammar.names) ??
					`unexpected '${symbol}'${hint}`;
				this.#tokens.push(new BrokenToken(symbol, type, this.#source, this.#position, message));
				return false;
			}
		}
		if ((symbol === "-" || symbol === "+") && !OPERAND_ENDS.has(this.#tokens.at(-1)?.type ?? "Text"))
			return this.#readSign(symbol);
		return this.#take(symbol, type);
	}

	#readSign(sign: string): boolean {
		const start = this.#position;
		const next = this.#text.charCodeAt(start + 1);
		if (next < 48 || next > 57 || Number.isNaN(next)) return this.#take(sign, "UnaryOperator");
		this.#position++;
		return this.#readNumber(start);
	}
}

/** The operators and brackets inside tags, by type. */
const SYMBOLS: ReadonlyMap<string, TokenType> = new Map(
	Object.entries({
		ExponentiationBinaryOperator: "**",
		MultiplicativeBinaryOperator: "// * / %",
		ComparisonBinaryOperator: "== != <= >= < >",
		AdditiveBinaryOperator: "+ - ~",
		Equals: "=",
		OpenParen: "(",
		CloseParen: ")",
		OpenSquareBracket: "[",
		CloseSquareBracket: "]",
		OpenCurlyBracket: "{",
		CloseCurlyBracket: "}",
		Comma: ",",
		Colon: ":",
		Dot: ".",
		Pipe: "|",
		Semicolon: ";",
	} satisfies Partial<Record<TokenType, string>>).flatMap(([type, symbols]) =>
		symbols.split(" ").map((symbol): [string, TokenType] => [symbol, type as TokenType]),
	),
);

/** First characters of the tokens of two. */
const LONG_STARTS: ReadonlySet<string> = new Set("*/=!<>");

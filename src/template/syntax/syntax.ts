import type { CompositionParser, TagReader } from "./composition-parser.ts";
import type { Grammar, LexerOptions } from "./grammar.ts";
import type { Wording } from "./source.ts";
import type { TokenStream } from "./token-stream.ts";

/** Syntax of an engine's templates. */
export interface Syntax {
	/** Returns the expressions for the delimiters. */
	grammarOf(options: LexerOptions): Grammar;
	/**
	 * Returns the name at a position that begins with a letter beyond ASCII.
	 *
	 * @throws Error
	 */
	readName(text: string, position: number): string;
	/**
	 * Returns the number at a position, whose first character is a digit.
	 *
	 * @throws Error
	 */
	readNumber(text: string, position: number, isIndex: boolean): string;
	/**
	 * Replaces the escapes of a string literal.
	 *
	 * @throws Error
	 */
	unescape(body: string): string;
	/** Returns the parser of a tag that not every engine has; undefined for others. */
	readTag(name: string, parser: CompositionParser, stream: TokenStream): TagReader | undefined;
	/** Message for an unknown tag in place of Jinja2's; undefined for Jinja2's. */
	explainTag(name: string): string | undefined;
	/** Messages for `compat: "reference"`. */
	referenceWording(): Wording;
}

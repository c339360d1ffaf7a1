import type { CompositionParser, TagReader } from "./composition-parser.ts";
import type { Grammar, LexerOptions } from "./grammar.ts";
import type { Wording } from "./source.ts";
import type { TokenStream } from "./token-stream.ts";

/** What source of an engine's templates may look like. */
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
	/** What to say about an unknown tag in place of Jinja2's message; undefined for that message. */
	explainTag(name: string): string | undefined;
	/** How `compat: "reference"` words errors. */
	referenceWording(): Wording;
}

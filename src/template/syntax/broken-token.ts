import type { Source } from "./source.ts";
import { Token, type TokenType } from "./tokens.ts";

/** Marks where the lexer failed; the parser reports it when it reaches it. */
export class BrokenToken extends Token {
	readonly #message: string;

	constructor(value: string, type: TokenType, source: Source, start: number, message: string) {
		super(value, type, source, start);
		this.#message = message;
	}

	get message(): string {
		return this.#message;
	}
}

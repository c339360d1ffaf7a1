import { JqSyntaxError, type Token } from "./tokens.ts";

/** Words that cannot be function names. */
export const KEYWORDS: ReadonlySet<string> = new Set(
	"and or as def reduce foreach if then elif else end try catch label import include __loc__".split(" "),
);

/** The tokens of an expression, taken one by one. */
export class TokenStream {
	protected position = 0;
	protected readonly tokens: readonly Token[];

	constructor(tokens: readonly Token[]) {
		this.tokens = tokens;
	}

	protected get current(): Token {
		return this.tokens[this.position] ?? { type: "end", at: 0 };
	}

	/** Whether a symbol or a keyword comes next. */
	protected sees(name: string): boolean {
		const token = this.current;
		return (token.type === "symbol" || token.type === "name") && token.name === name;
	}

	protected take(name: string): boolean {
		const isNext = this.sees(name);
		if (isNext) this.position++;
		return isNext;
	}

	protected expect(name: string): void {
		if (!this.take(name)) throw this.unexpected(name);
	}

	protected unexpected(wanted?: string): JqSyntaxError {
		const token = this.current;
		const text =
			token.type === "end"
				? "the end"
				: `${"name" in token ? `"${token.name}"` : token.type} at character ${token.at + 1}`;
		return new JqSyntaxError(
			wanted === undefined ? `unexpected ${text.replace(/^the /, "")}` : `expected "${wanted}", got ${text}`,
		);
	}

	protected isStringNext(): boolean {
		return this.tokens[this.position + 1]?.type === "string";
	}

	protected isNext(symbol: string): boolean {
		const token = this.tokens[this.position + 1];
		return token?.type === "symbol" && token.name === symbol;
	}
}

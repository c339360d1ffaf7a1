import { quoteText } from "../values/quote.ts";

/** Messages of syntax errors that differ between Jinja2 and the reference. */
export interface Wording {
	/** A character that begins no token; `offset` counts code points. */
	character(character: string, offset: number): string;
	/** The template ends inside a tag; `own` is Jinja2's message. */
	end(own: string): string;
	/** A token of this type is not allowed here; `own` is Jinja2's message. */
	token(type: string, own: string): string;
	/** A tag of an unknown name; `hint` says which tags were expected. */
	tag(name: string, hint: string): string;
}

export const JINJA_WORDING: Wording = {
	character: (character, offset) => `unexpected char ${quoteText(character)} at ${offset}`,
	end: (own) => own,
	token: (_, own) => own,
	tag: (name, hint) => `Encountered unknown tag '${name}'.${hint}`,
};

export const REFERENCE_WORDING: Wording = {
	// A quote is refused only where the string it begins has no end.
	character: (character) =>
		character === "'" || character === '"' ? "Unexpected end of input" : `Unexpected character: ${character}`,
	end: () => "Unexpected end of input",
	token: (type) => `Unexpected token: ${type}`,
	tag: (name) => `Unknown statement type: ${name}`,
};

import { Part } from "../parts.ts";

/** A position in the source of a template. */
export interface ErrorPlace {
	/** Line, counted from 1. */
	readonly line: number;
	/** Column in code points, counted from 1. */
	readonly column: number;
	/** The source line, with a mark below the position. */
	readonly excerpt: string;
}

/** The text of a template with line breaks already unified to `\n`, its name if it has one, and how errors in it are worded. */
export class Source {
	readonly text: string;
	readonly name: string | undefined;
	/** How the reference words errors; undefined for Jinja2's messages. */
	readonly wording: Wording | undefined;

	constructor(text: string, name?: string, wording?: Wording) {
		this.text = text;
		this.name = name;
		this.wording = wording;
	}

	/** @param offset in UTF-16 units */
	locate(offset: number): ErrorPlace {
		const at = Math.min(offset, this.text.length);
		const start = this.text.lastIndexOf("\n", at - 1) + 1;
		const end = this.text.indexOf("\n", at);
		const line = this.text.slice(0, start).split("\n").length;
		const before = this.text.slice(at === 0 ? 0 : start, at);
		const whole = this.text.slice(at === 0 ? 0 : start, end === -1 ? undefined : end);
		return {
			line,
			column: [...before].length + 1,
			excerpt: `${whole}\n${before.replace(/[^\t]/gu, " ")}^`,
		};
	}

	/** Number of the line, counted from 1, that holds the offset. */
	lineAt(offset: number): number {
		return this.locate(offset).line;
	}
}

/** Messages of syntax errors that differ between Jinja2 and the reference. */
export interface Wording {
	/** A character that begins no token. */
	character(character: string): string;
	/** The template ends inside a tag. */
	end(): string;
	/** A token of this type is not allowed here. */
	token(type: string): string;
	/** A tag of an unknown name. */
	tag(name: string): string;
}

/** Messages of the reference. */
export const WORDING = new Part<Wording>('compat: "reference"');

/** A position in the source of a template. */
export interface ErrorPlace {
	/** Line, counted from 1. */
	readonly line: number;
	/** Column in code points, counted from 1. */
	readonly column: number;
	/** The source line, with a mark below the position. */
	readonly excerpt: string;
}

/** The text of a template with line breaks already unified to `\n`, its name if it has one, and the wording of its errors. */
export class Source {
	readonly text: string;
	readonly name: string | undefined;
	/** Messages of the reference; undefined for Jinja2's messages. */
	readonly wording: Wording | undefined;

	constructor(text: string, name?: string, wording?: Wording) {
		this.text = text;
		this.name = name;
		this.wording = wording;
	}

	/** @param offset in UTF-16 units */
	locate(offset: number): ErrorPlace {
		const lines = this.text.slice(0, offset).split("\n");
		const line = lines.length;
		const before = lines.at(-1) ?? "";
		const start = Math.min(offset, this.text.length) - before.length;
		const [whole = ""] = this.text.slice(start).split("\n", 1);
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
	/** A bracket of this type is not allowed here; `names` are the delimiters of tags. */
	symbol(
		type: string,
		text: string,
		position: number,
		names: Readonly<Record<"block" | "variable", [opening: string, closing: string]>>,
	): string;
	/** A tag of an unknown name. */
	tag(name: string): string;
}

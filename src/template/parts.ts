import { TemplateRuntimeError } from "./errors.ts";

let isFull = false;

const FULL = ' needs the full engine: import from "modelhub/jinja/full"';

/** Something that only the full engine has: `full-parts.ts` adds it to the core. */
export class Part<Content> {
	readonly #name: string;
	/** Undefined until the part is added. */
	content: Content | undefined;

	/** @param name what needs the part, in the error message */
	constructor(name: string) {
		this.#name = name;
	}

	/** Adds the part, for all templates made afterwards. */
	add(content: Content): void {
		this.content = content;
		isFull = true;
	}

	/** The error text where the part is missing. */
	get missing(): string {
		return this.#name + FULL;
	}

	/**
	 * Returns the content.
	 *
	 * @throws TemplateRuntimeError if the part is not added
	 */
	require(): Content {
		if (this.content === undefined) throw new TemplateRuntimeError(this.missing);
		return this.content;
	}
}

/** Names that only the full engine has; a test compares them with its tables. */
export const FULL_NAMES = {
	global: "cycler dict joiner lipsum",
	method:
		"as_integer_ratio bit_count bit_length casefold center conjugate copy count denominator expandtabs find format format_map hex imag index is_integer isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust numerator partition real removeprefix removesuffix rfind rindex rjust rpartition rsplit splitlines swapcase to_bytes translate zfill",
} as const;

/** Throws for a name that only the full engine has, unless it is loaded. */
export function checkMissing(kind: keyof typeof FULL_NAMES, name: string): void {
	if (!isFull && FULL_NAMES[kind].split(" ").includes(name))
		throw new TemplateRuntimeError(`the ${kind} '${name}'${FULL}`);
}

/** Returns the error text for an unknown filter, test or tag where the full engine, which has more, is not loaded. */
export function explainMissing(kind: "filter" | "test" | "tag", name: string): string | undefined {
	return isFull
		? undefined
		: `no ${kind} '${name}' in this engine: import from "modelhub/jinja/full" for all of Jinja2's`;
}

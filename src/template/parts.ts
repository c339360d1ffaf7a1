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

/** The globals that only the full engine has; a test compares them with its table. */
export const FULL_GLOBALS: readonly string[] = ["cycler", "dict", "joiner", "lipsum"];

/** Throws for a global that only the full engine has, unless it is loaded. */
export function checkGlobal(name: string): void {
	if (!isFull && FULL_GLOBALS.includes(name)) throw new TemplateRuntimeError(`the global '${name}'${FULL}`);
}

/** Returns the error text for an unknown name where the full engine, which has more, is not loaded. */
export function explainMissing(kind: "filter" | "test" | "tag" | "method", name: string): string | undefined {
	return isFull
		? undefined
		: `no ${kind} '${name}' in this engine: import from "modelhub/jinja/full" for all of Jinja2's`;
}

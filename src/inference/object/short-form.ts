import { lazyPattern } from "../../base/lazy-pattern.ts";
import { InferenceClientInputError } from "../../errors.ts";

/** The short form of a schema is invalid. */
export class ShortFormError extends InferenceClientInputError {
	/** The short form. */
	readonly form: string;
	/** Position of the error in `form`, from 0. */
	readonly at: number;

	constructor(problem: string, form: string, at: number) {
		super(`${problem} at character ${at + 1}`);
		this.form = form;
		this.at = at;
	}
}

const TYPES: Readonly<Record<string, string>> = { int: "integer", float: "number", str: "string", bool: "boolean" };
const NAME = lazyPattern("[\\p{L}_][\\p{L}\\p{N}_-]*", "uy");
const WORD = lazyPattern("[\\p{L}\\p{N}_-]+", "uy");
/** Largest depth of lists and objects. */
const MAX_DEPTH = 20;

type Schema = Record<string, unknown>;

/**
 * Reads the short form of a schema, `name, age int, tags [str], bio: one sentence`, as a JSON schema of an object. Fields
 * are separated by commas or line breaks; each has a name, perhaps a type (`int`, `float`, `str`, `bool`, `[type]`,
 * `{fields}`; default `str`) and perhaps a description after a colon. A description ends at the comma, or, in a form of
 * several lines, at the end of its line; in double quotes it may contain anything. All fields are required.
 * @throws ShortFormError with the position
 */
export function parseShortForm(form: string): Schema {
	return new Parser(form).parse();
}

class Parser {
	private at = 0;
	private readonly form: string;
	private readonly hasLines: boolean;

	constructor(form: string) {
		this.form = form;
		this.hasLines = form.trim().includes("\n");
	}

	parse(): Schema {
		const schema = this.readFields(0);
		if (this.at < this.form.length) this.fail(`Unexpected "${this.form[this.at]}"`);
		return schema;
	}

	private readFields(depth: number): Schema {
		const properties = new Map<string, Schema>();
		this.skip(/\s*/y);
		while (this.at < this.form.length && this.form[this.at] !== "}") {
			const start = this.at;
			const name = this.match(NAME()) ?? this.fail("Expected a name");
			if (properties.has(name)) this.fail(`The name ${name} is there twice`, start);
			properties.set(name, this.readField(depth));
			if (!this.endsField()) this.fail('Expected a comma, ":" or a type');
		}
		if (properties.size === 0) this.fail("Expected a name");
		return {
			type: "object",
			properties: Object.fromEntries(properties),
			required: [...properties.keys()],
			additionalProperties: false,
		};
	}

	private readField(depth: number): Schema {
		this.skip(/[^\S\n]*/y);
		const schema = /[\w[{]/.test(this.form[this.at] ?? "") ? this.readType(depth) : { type: "string" };
		this.skip(/[^\S\n]*/y);
		if (this.form[this.at] !== ":") return schema;
		this.at++;
		const description = this.readDescription();
		return description === "" ? schema : { ...schema, description };
	}

	private readType(depth: number): Schema {
		if (depth >= MAX_DEPTH) this.fail(`More than ${MAX_DEPTH} levels`);
		const start = this.at;
		if (this.match(/\[/y) !== undefined) {
			this.skip(/\s*/y);
			const items = this.readType(depth + 1);
			this.skip(/\s*/y);
			if (this.match(/\]/y) === undefined) this.fail('Expected "]"');
			return { type: "array", items };
		}
		if (this.match(/\{/y) !== undefined) {
			const fields = this.readFields(depth + 1);
			if (this.match(/\}/y) === undefined) this.fail('Expected "}"');
			return fields;
		}
		const word = this.match(WORD());
		if (word === undefined) this.fail("Expected a type");
		const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
		return type === undefined
			? this.fail(`Unknown type "${word}" (int, float, str, bool, [type] or {fields})`, start)
			: { type };
	}

	private readDescription(): string {
		this.skip(/[^\S\n]*/y);
		const start = this.at;
		if (this.form[this.at] === '"') {
			const quoted = this.match(/"(?:[^"\\]|\\[\s\S])*"/y);
			if (quoted === undefined) this.fail("The quote does not end", start);
			return quoted.slice(1, -1).replace(/\\([\s\S])/g, "$1");
		}
		return (this.match(this.hasLines ? /[^\n}]*/y : /[^,}]*/y) ?? "").trim().replace(/\s*,$/, "");
	}

	/** Skips the separator of fields; returns false if something else follows. */
	private endsField(): boolean {
		if (this.match(/\s*(?:,|\n)\s*/y) !== undefined) return true;
		this.skip(/\s*/y);
		return this.at >= this.form.length || this.form[this.at] === "}";
	}

	private match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const [text] = pattern.exec(this.form) ?? [];
		if (text !== undefined) this.at += text.length;
		return text;
	}

	private skip(pattern: RegExp): void {
		this.match(pattern);
	}

	private fail(problem: string, at = this.at): never {
		throw new ShortFormError(problem, this.form, Math.min(at, this.form.length));
	}
}

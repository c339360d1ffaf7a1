import { lazyPattern } from "../../base/lazy-pattern.ts";
import { InferenceClientInputError } from "../../errors.ts";

export class ShortFormError extends InferenceClientInputError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.ShortFormError");

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
const MAX_DEPTH = 20;

type ObjectSchema = Record<string, unknown>;

/**
 * Reads the short form of a schema, `name, age int, tags [str], bio: one sentence`, as a JSON schema of an object. Fields
 * are separated by commas or line breaks; each has a name, perhaps a type (`int`, `float`, `str`, `bool`, `[type]`,
 * `{fields}`; default `str`) and perhaps a description after a colon. A description ends at the comma, or, in a form of
 * several lines, at the end of its line; in double quotes it may contain anything. All fields are required.
 * @throws ShortFormError with the position
 */
export function parseShortForm(form: string): ObjectSchema {
	const descriptionEnd = form.trim().includes("\n") ? /[^\n}]*/y : /[^,}]*/y;
	let at = 0;

	const fail = (problem: string, position = at): never => {
		throw new ShortFormError(problem, form, Math.min(position, form.length));
	};

	/** Returns the text that matches here, and moves past it. */
	const match = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		const [text] = pattern.exec(form) ?? [];
		at += text?.length ?? 0;
		return text;
	};

	const readFields = (depth: number): ObjectSchema => {
		const properties = new Map<string, ObjectSchema>();
		match(/\s*/y);
		while (at < form.length && form[at] !== "}") {
			const start = at;
			const name = match(NAME()) ?? fail("Expected a name");
			if (properties.has(name)) fail(`The name ${name} is there twice`, start);
			properties.set(name, readField(depth));
			const isSeparated = match(/\s*(?:,|\n)\s*/y) !== undefined;
			if (!isSeparated) match(/\s*/y);
			if (!isSeparated && at < form.length && form[at] !== "}") fail('Expected a comma, ":" or a type');
		}
		if (properties.size === 0) fail("Expected a name");
		return {
			type: "object",
			properties: Object.fromEntries(properties),
			required: [...properties.keys()],
			additionalProperties: false,
		};
	};

	const readField = (depth: number): ObjectSchema => {
		match(/[^\S\n]*/y);
		const schema = /[\w[{]/.test(form[at] ?? "") ? readType(depth) : { type: "string" };
		match(/[^\S\n]*/y);
		if (match(/:/y) === undefined) return schema;
		const description = readDescription();
		return description === "" ? schema : { ...schema, description };
	};

	const readType = (depth: number): ObjectSchema => {
		if (depth >= MAX_DEPTH) fail(`More than ${MAX_DEPTH} levels`);
		const start = at;
		if (match(/\[\s*/y) !== undefined) {
			const items = readType(depth + 1);
			match(/\s*/y);
			return match(/\]/y) === undefined ? fail('Expected "]"') : { type: "array", items };
		}
		if (match(/\{/y) !== undefined) {
			const fields = readFields(depth + 1);
			return match(/\}/y) === undefined ? fail('Expected "}"') : fields;
		}
		const word = match(WORD()) ?? fail("Expected a type");
		if (!Object.hasOwn(TYPES, word)) {
			fail(`Unknown type "${word}" (int, float, str, bool, [type] or {fields})`, start);
		}
		return { type: TYPES[word] };
	};

	const readDescription = (): string => {
		match(/[^\S\n]*/y);
		if (form[at] !== '"') return (match(descriptionEnd) ?? "").trim().replace(/(?<!\s)\s*,$/, "");
		const quoted = match(/"(?:[^"\\]|\\[\s\S])*"/y) ?? fail("The quote does not end");
		return quoted.slice(1, -1).replace(/\\([\s\S])/g, "$1");
	};

	const schema = readFields(0);
	return at < form.length ? fail(`Unexpected "${form[at]}"`) : schema;
}

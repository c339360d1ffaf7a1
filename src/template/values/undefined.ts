import { SecurityError, UndefinedError } from "../errors.ts";
import { quoteText } from "./search-text.ts";
import { isText, Safe, Special, textOf, type Value } from "./value.ts";

/** Behavior of undefined values: see the option `undefined`. */
export type UndefinedMode = "default" | "strict" | "chainable" | "debug";

/** Where an undefined value came from. */
export type UndefinedOrigin =
	| { readonly name: string }
	| { readonly object: Value; readonly key: Value; readonly reprKey?: (key: Value) => string }
	| { readonly message: string; readonly isUnsafe?: boolean };

/** The absence of a value; records what was missing, for the error when it is used. */
export class Undefined extends Special {
	readonly mode: UndefinedMode;
	readonly #origin: UndefinedOrigin;

	constructor(mode: UndefinedMode, origin: UndefinedOrigin) {
		super();
		this.mode = mode;
		this.#origin = origin;
	}

	override readonly typeName: string = "Undefined";

	override readonly qualifiedName: string = "jinja2.runtime.Undefined";

	get message(): string {
		const origin = this.#origin;
		if ("message" in origin) return origin.message;
		if ("name" in origin) return `${quoteText(origin.name)} is undefined`;
		const { object, key, reprKey } = origin;
		const type = describeType(object);
		if (isText(key)) return `${quoteText(type)} has no attribute ${quoteText(textOf(key))}`;
		return `${type} has no element ${reprKey ? reprKey(key) : String(key)}`;
	}

	override get size(): number {
		return 0;
	}

	/** Throws the error for using the value. */
	fail(): never {
		if ("isUnsafe" in this.#origin && this.#origin.isUnsafe) throw new SecurityError(this.message);
		throw new UndefinedError(this.message);
	}

	/** Returns the value of its members, or throws. */
	chain(): this {
		return this.mode === "chainable" ? this : this.fail();
	}

	/** Throws the error if undefined values must not even be tested. */
	refuseIfStrict(): void {
		if (this.mode === "strict") this.fail();
	}

	/** The printed form. */
	get text(): string {
		this.refuseIfStrict();
		if (this.mode !== "debug") return "";
		return describeOrigin(this.#origin);
	}
}

/** Prints an undefined value for `undefined: "debug"`. */
function describeOrigin(origin: UndefinedOrigin): string {
	if ("message" in origin) return `{{ undefined value printed: ${origin.message} }}`;
	if ("name" in origin) return `{{ ${origin.name} }}`;
	const { object, key, reprKey } = origin;
	const name = isText(key) ? quoteText(textOf(key)) : reprKey ? reprKey(key) : String(key);
	return `{{ no such element: ${describeType(object)}[${name}] }}`;
}

/** Returns the name of a value's type, as Python calls it. */
export function typeName(value: Value): string {
	switch (typeof value) {
		case "string":
			return "str";
		case "boolean":
			return "bool";
		case "bigint":
			return "int";
		case "number":
			return Number.isInteger(value) ? "int" : "float";
		case "function":
			return "function";
		case "undefined":
			return "Undefined";
		default:
			if (value === null) return "NoneType";
			if (Array.isArray(value)) return "list";
			return value instanceof Special ? value.typeName : "dict";
	}
}

/** Name of a value in messages about missing attributes. */
function describeType(value: Value): string {
	if (value === null) return "None";
	return `${(value instanceof Special && value.qualifiedName) || typeName(value)} object`;
}

/** Returns the name of a value's type where a safe string counts as a str. */
export function plainTypeName(value: Value): string {
	return value instanceof Safe ? "str" : typeName(value);
}

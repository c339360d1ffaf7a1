import { SecurityError, UndefinedError } from "../errors.ts";
import { quoteText } from "./quote.ts";
import { describeType, typeName } from "./type-name.ts";
import { isText, Special, textOf, type Value } from "./value.ts";

/** Behavior of undefined values: see the option `undefined`. */
export type UndefinedMode = "default" | "strict" | "chainable" | "debug";

/** Where an undefined value came from. */
export type UndefinedOrigin =
	| { readonly name: string }
	| { readonly object: Value; readonly key: Value; readonly reprKey?: (key: Value) => string }
	| { readonly message: string; readonly isUnsafe?: boolean };

/** The absence of a value; knows what was missing, for the error when it is used after all. */
export class Undefined extends Special {
	readonly mode: UndefinedMode;
	readonly #origin: UndefinedOrigin;

	constructor(mode: UndefinedMode, origin: UndefinedOrigin) {
		super();
		this.mode = mode;
		this.#origin = origin;
	}

	get typeName(): string {
		return "Undefined";
	}

	override get qualifiedName(): string {
		return "jinja2.runtime.Undefined";
	}

	get message(): string {
		const origin = this.#origin;
		if ("message" in origin) return origin.message;
		if ("name" in origin) return `${quoteText(origin.name)} is undefined`;
		const { object, key, reprKey } = origin;
		const type = describeType(object);
		if (isText(key)) return `${quoteText(type)} has no attribute ${quoteText(textOf(key))}`;
		return `${type} has no element ${reprKey ? reprKey(key) : String(key)}`;
	}

	/** Throws the error for using the value. */
	fail(): never {
		if ("isUnsafe" in this.#origin && this.#origin.isUnsafe) throw new SecurityError(this.message);
		throw new UndefinedError(this.message);
	}

	/** Throws the error if undefined values must not even be tested. */
	refuseIfStrict(): void {
		if (this.mode === "strict") this.fail();
	}

	/** The printed form. */
	get text(): string {
		this.refuseIfStrict();
		if (this.mode !== "debug") return "";
		const origin = this.#origin;
		if ("message" in origin) return `{{ undefined value printed: ${origin.message} }}`;
		if ("name" in origin) return `{{ ${origin.name} }}`;
		const { object, key, reprKey } = origin;
		const shown = isText(key) ? quoteText(textOf(key)) : reprKey ? reprKey(key) : String(key);
		return `{{ no such element: ${describeType(object)}[${shown}] }}`;
	}
}

/** Returns an undefined value for an attribute that the sandbox hides. */
export function unsafeAttribute(mode: UndefinedMode, object: Value, name: string): Undefined {
	const message = `access to attribute ${quoteText(name)} of ${quoteText(typeName(object))} object is unsafe.`;
	return new Undefined(mode, { message, isUnsafe: true });
}

/**
 * A value of the template language. Most are plain JavaScript values, so that a context needs no conversion:
 *
 * | kind      | representation                                                       |
 * |-----------|----------------------------------------------------------------------|
 * | none      | `null`                                                               |
 * | bool      | boolean                                                              |
 * | int       | number with an integer value; bigint beyond 2^53 - 1                 |
 * | float     | any other number; `Float` for those with an integer value            |
 * | str       | string; `Safe` if it is marked as safe                               |
 * | list      | array                                                                |
 * | tuple     | `Tuple`                                                              |
 * | dict      | any other object of the host, a Map, or `Dict` if made by a template |
 * | undefined | `Undefined`; never JavaScript's undefined                            |
 * | callable  | `Callable`, or a function of the host                                |
 *
 * The rest (`Range`, `Namespace`, `Stream`, `DictView` …) are separate classes. Host data may be anything,
 * hence no union type.
 */
export type Value = unknown;

/** Base class of the engine's values; all other objects belong to the host. */
export abstract class Special {
	/** The name of the type in messages. */
	abstract readonly typeName: string;

	/** The name with the module that Jinja2 defines it in, which some messages show; undefined if it is the same. */
	declare readonly qualifiedName?: string;

	/** Returns a documented attribute; undefined if there is none of that name. */
	attribute(_name: string): Value | undefined {
		return undefined;
	}

	/** The number of items; undefined if the value has no length. An empty value counts as false. */
	get size(): number | undefined {
		return undefined;
	}

	/** Returns the items of an iterable value, one by one on demand. */
	iterate(): Iterable<Value> | undefined {
		return undefined;
	}

	/** How the value prints, unless its type has its own form. */
	toString(): string {
		return `<${this.typeName}>`;
	}
}

/** A float with an integer value, which a plain number could not distinguish from an int. */
export class Float extends Special {
	readonly value: number;

	constructor(value: number) {
		super();
		this.value = value;
	}

	override readonly typeName: string = "float";
}

/** Makes a float of any number. Hosts use it to pass integral floats such as 1.0. */
export function float(value: number): Float | number {
	return Number.isInteger(value) ? new Float(value) : value;
}

/** Text that needs no more escaping. */
export class Safe extends Special {
	readonly text: string;

	constructor(text: string) {
		super();
		this.text = text;
	}

	override readonly typeName: string = "Markup";

	override readonly qualifiedName: string = "markupsafe.Markup";
}

/** An immutable sequence. */
export class Tuple extends Special {
	readonly items: readonly Value[];

	constructor(items: readonly Value[]) {
		super();
		this.items = items;
	}

	override readonly typeName: string = "tuple";

	override get size(): number {
		return this.items.length;
	}
}

/** A key of a dict and its value. */
export class Pair extends Tuple {}

/** An arithmetic progression whose items are computed when needed. */
export class Range extends Special {
	readonly start: number;
	readonly stop: number;
	readonly step: number;
	readonly length: number;

	constructor(start: number, stop: number, step: number) {
		super();
		this.start = start;
		this.stop = stop;
		this.step = step;
		this.length = Math.max(0, Math.ceil((stop - start) / step));
	}

	override readonly typeName: string = "range";

	override get size(): number {
		return this.length;
	}

	/** Returns the item at an index; undefined beyond the last one. */
	at(index: number): number | undefined {
		return index >= 0 && index < this.length ? this.start + index * this.step : undefined;
	}

	override iterate(): Iterable<number> {
		return this;
	}

	override toString(): string {
		return `range(${this.start}, ${this.stop}${this.step === 1 ? "" : `, ${this.step}`})`;
	}

	*[Symbol.iterator](): Generator<number, void, undefined> {
		for (let index = 0; index < this.length; index++) yield this.start + index * this.step;
	}
}

/** Attributes that a template may change, to pass values out of loops. */
export class Namespace extends Special {
	readonly attributes: Map<string, Value>;

	constructor(attributes: Iterable<readonly [string, Value]> = []) {
		super();
		this.attributes = new Map(attributes);
	}

	override attribute(name: string): Value | undefined {
		return this.attributes.get(name);
	}

	override readonly typeName: string = "Namespace";

	override readonly qualifiedName: string = "jinja2.utils.Namespace";
}

/** A sequence that can be iterated once. */
export class Stream extends Special {
	#items: Iterable<Value>;

	constructor(items: Iterable<Value>) {
		super();
		this.#items = items;
	}

	override readonly typeName: string = "generator";

	/** The items that are left; afterwards there are none. */
	override iterate(): Iterable<Value> {
		const items = this.#items;
		this.#items = [];
		return items;
	}
}

/** Whether a value is a str, safe or not. */
export function isText(value: Value): value is string | Safe {
	return typeof value === "string" || value instanceof Safe;
}

/** Returns the characters of a str. */
export function textOf(value: string | Safe): string {
	return typeof value === "string" ? value : value.text;
}

/** Whether a value is an int, bools not included. */
export function isInteger(value: Value): value is number | bigint {
	return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
}

/** Whether a value is a float. */
export function isFloat(value: Value): value is number | Float {
	return value instanceof Float || (typeof value === "number" && !Number.isInteger(value));
}

/** Whether a value is an int, a float or a bool. */
export function isNumeric(value: Value): value is number | bigint | Float | boolean {
	return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" || value instanceof Float;
}

/** Returns a JavaScript number; huge ints lose precision. */
export function toNumber(value: number | bigint | Float | boolean): number {
	return value instanceof Float ? value.value : Number(value);
}

/** Returns the value, or if it is undefined (none is a value) the function's result. */
export function orElse(value: Value | undefined, otherwise: () => Value): Value {
	return value === undefined ? otherwise() : value;
}

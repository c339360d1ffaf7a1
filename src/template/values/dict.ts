import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_VALUE_SIZE } from "../limits.ts";
import { adopt, getterNames, hasGetter, isHostMapping } from "./adopt.ts";
import { charge } from "./meter.ts";
import { typeName, Undefined } from "./undefined.ts";
import { Float, Pair, Safe, Special, Tuple, type Value } from "./value.ts";

const UNDEFINED_KEY = Symbol("undefined");

/** A dict made by a template: keys of any hashable kind, in order of insertion. */
export class Dict extends Special {
	readonly #values = new Map<unknown, Value>();
	/** Keys whose printed form differs from their hash: `True`, `1.0`, tuples. */
	#spellings: Map<unknown, Value> | undefined;

	constructor(entries: Iterable<readonly [Value, Value]> = []) {
		super();
		for (const [key, value] of entries) this.set(key, value);
	}

	override readonly typeName: string = "dict";

	override get size(): number {
		return this.#values.size;
	}

	get(key: Value): Value | undefined {
		return this.#values.get(hashKey(key));
	}

	has(key: Value): boolean {
		return this.#values.has(hashKey(key));
	}

	/** Only for building: templates cannot change a dict. */
	set(key: Value, value: Value): void {
		const hash = hashKey(key);
		if (hash !== key && !this.#values.has(hash)) {
			this.#spellings ??= new Map();
			this.#spellings.set(hash, key);
		}
		this.#values.set(hash, value);
	}

	*entries(): Generator<[Value, Value], void, undefined> {
		for (const [hash, value] of this.#values)
			yield [this.#spellings?.has(hash) ? this.#spellings.get(hash) : hash, value];
	}
}

/** Result of `keys`, `values` and `items` of a dict: a live sequence. */
export class DictView extends Special {
	readonly mapping: Mapping;
	readonly kind: "keys" | "values" | "items";
	readonly typeName: string;

	constructor(mapping: Mapping, kind: "keys" | "values" | "items") {
		super();
		this.mapping = mapping;
		this.kind = kind;
		this.typeName = `dict_${kind}`;
	}

	override get size(): number {
		return sizeOf(this.mapping);
	}

	override iterate(): Value[] {
		if (this.kind === "keys") return keysOf(this.mapping);
		const entries = entriesOf(this.mapping);
		return this.kind === "values" ? entries.map(([, value]) => value) : entries.map((entry) => new Pair(entry));
	}
}

/** A dict in any of its forms. */
export type Mapping = Dict | ReadonlyMap<Value, Value> | Readonly<Record<string, Value>>;

/**
 * Whether a value is a dict.
 *
 * @throws TemplateRuntimeError for dates and promises of the host
 */
export function isMapping(value: Value): value is Mapping {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	return value instanceof Special ? value instanceof Dict : isHostMapping(value);
}

export const isEnumerable = Object.prototype.propertyIsEnumerable;

/** Returns the value of a key; undefined if there is none. Of the prototypes of host objects, only getters are visible. */
export function getKey(mapping: Mapping, key: Value): Value | undefined {
	if (mapping instanceof Dict) return mapping.get(key);
	if (mapping instanceof Map) return getFromMap(mapping, key);
	const name = key instanceof Safe ? key.text : key;
	if (typeof name !== "string") {
		hashKey(name);
		return undefined;
	}
	const host = mapping as Readonly<Record<string, Value>>;
	return isEnumerable.call(host, name) || hasGetter(host, name) ? adopt(host[name]) : undefined;
}

function getFromMap(map: ReadonlyMap<Value, Value>, key: Value): Value | undefined {
	const hash = hashKey(key);
	const found = map.get(hash);
	if (found !== undefined || typeof hash === "string") return adopt(found);
	charge(map.size);
	for (const [other, value] of map) if (hashKey(other) === hash) return adopt(value);
	return undefined;
}

export function hasKey(mapping: Mapping, key: Value): boolean {
	return mapping instanceof Dict ? mapping.has(key) : getKey(mapping, key) !== undefined;
}

/** Keys and values in order. Keys the host set to undefined count as absent. */
export function entriesOf(mapping: Mapping): [Value, Value][] {
	if (mapping instanceof Dict) {
		charge(mapping.size);
		return [...mapping.entries()];
	}
	const entries: [Value, Value][] = mapping instanceof Map ? [...mapping] : hostEntries(mapping as object);
	charge(entries.length);
	for (const entry of entries) entry[1] = adopt(entry[1]);
	return entries.some(([, value]) => value === undefined)
		? entries.filter(([, value]) => value !== undefined)
		: entries;
}

function hostEntries(object: object): [Value, Value][] {
	const own: [Value, Value][] = Object.entries(object);
	const prototype: unknown = Object.getPrototypeOf(object);
	if (prototype === Object.prototype || prototype === null) return own;
	const names = getterNames(object).filter((name) => !Object.hasOwn(object, name));
	return [...own, ...names.map((name): [Value, Value] => [name, (object as Readonly<Record<string, Value>>)[name]])];
}

export function keysOf(mapping: Mapping): Value[] {
	return entriesOf(mapping).map(([key]) => key);
}

export function sizeOf(mapping: Mapping): number {
	if (mapping instanceof Dict) return mapping.size;
	return entriesOf(mapping).length;
}

/**
 * Returns the hash of a dict key: equal keys have equal hashes, different keys different ones.
 *
 * @throws TemplateRuntimeError for lists and dicts, which are not hashable
 */
export function hashKey(key: Value): unknown {
	switch (typeof key) {
		case "string":
			return key.charCodeAt(0) === 0 ? `\0s${key}` : key;
		case "boolean":
			return Number(key);
		case "number":
			return Number.isInteger(key) && !Number.isSafeInteger(key) ? BigInt(key) : key;
		case "object":
			return hashObject(key);
		default:
			return key;
	}
}

function hashObject(key: object | null): unknown {
	if (key === null) return key;
	if (key instanceof Safe) return hashKey(key.text);
	if (key instanceof Float) return hashKey(key.value);
	if (key instanceof Undefined) return UNDEFINED_KEY;
	if (key instanceof Tuple) return hashTuple(key);
	const isSet = key instanceof DictView && key.kind !== "values";
	if (isSet || Array.isArray(key) || isMapping(key))
		throw new TemplateRuntimeError(`unhashable type: '${typeName(key)}'`);
	return key;
}

function hashTuple({ items }: Tuple): string {
	charge(items.length);
	let length = 0;
	const members = items.map((item) => {
		const text = encodeMember(item);
		length += text.length;
		if (length > MAX_VALUE_SIZE) throw new TemplateLimitError("a key is too large");
		return text;
	});
	return `\0t${members.join("")})`;
}

/** Members of a tuple as text without ambiguity; objects other than tuples differ by type only. */
function encodeMember(member: Value): string {
	const hash = hashKey(member);
	const text = typeof hash === "object" && hash !== null ? typeName(hash) : String(hash);
	return `${typeof hash}:${text.length}:${text}`;
}

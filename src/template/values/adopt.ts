import { TemplateRuntimeError } from "../errors.ts";
import { Special, type Value } from "./value.ts";

/** The lists of host iterables: an iterator can be consumed once, its list read often. */
const lists = new WeakMap<object, readonly Value[]>();

/** Hooks of asynchronous rendering for promises, and for functions that must not be called twice. */
export interface Replay {
	/** The value of a promise; throws to suspend the render until there is one. */
	settle(promise: PromiseLike<Value>): Value;
	/** Runs a function of the host, or returns its earlier result. */
	call(run: () => Value): Value;
}

/** Undefined while rendering synchronously. */
let replay: Replay | undefined;

/** Runs the work with promises of the host replaced by their results. */
export function replaying<Result>(session: Replay, work: () => Result): Result {
	const outer = replay;
	replay = session;
	try {
		return work();
	} finally {
		replay = outer;
	}
}

/** Whether promises are replaced by their results. */
export function settlesPromises(): boolean {
	return replay !== undefined;
}

/** Runs a function of the host. Its result may be a promise if that is allowed. */
export function callOnce(run: () => Value): Value {
	return adopt(replay ? replay.call(run) : run());
}

/**
 * Converts a value of the host for templates: sets, generators and iterators become lists. Other values are unchanged.
 */
export function adopt(value: Value): Value {
	if (typeof value !== "object" || value === null) return value;
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) return value;
	return adoptUnusual(value);
}

function adoptUnusual(value: object): Value {
	if (value instanceof Special || Array.isArray(value) || value instanceof Map) return value;
	if (isPromise(value)) return replay ? replay.settle(value) : value;
	if (!isIterable(value)) return value;
	let list = lists.get(value);
	if (!list) {
		list = [...value];
		lists.set(value, list);
	}
	return list;
}

/**
 * Whether an object of the host is a dict.
 *
 * @throws TemplateRuntimeError for dates and promises, which templates cannot use
 */
export function isHostMapping(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype === Object.prototype || prototype === null || value instanceof Map) return true;
	if (value instanceof Date)
		throw new TemplateRuntimeError("a Date cannot be used in a template: pass a string or a number");
	if (isPromise(value))
		throw new TemplateRuntimeError("a Promise cannot be used in a template: await it first, or call renderAsync");
	return !isIterable(value);
}

function isPromise(value: object): value is PromiseLike<Value> {
	return value instanceof Promise || ("then" in value && typeof value.then === "function");
}

function isIterable(value: object): value is Iterable<Value> {
	return Symbol.iterator in value && typeof value[Symbol.iterator] === "function";
}

/** Returns the classes of an instance, the nearest first; none for plain objects. */
function* classesOf(object: object): Generator<object, void, undefined> {
	let prototype: object | null = Object.getPrototypeOf(object);
	// The last one is `Object.prototype`, of whatever realm.
	for (let next: object | null; prototype; prototype = next) {
		next = Object.getPrototypeOf(prototype);
		if (!next) return;
		yield prototype;
	}
}

/** Whether the class of an object has a getter of the name. */
export function hasGetter(object: object, name: string): boolean {
	for (const prototype of classesOf(object)) {
		const property = Object.getOwnPropertyDescriptor(prototype, name);
		if (property) return property.get !== undefined;
	}
	return false;
}

/** The names of the getters of an object's class. */
export function getterNames(object: object): string[] {
	const names = new Set<string>();
	for (const prototype of classesOf(object))
		for (const name of Object.getOwnPropertyNames(prototype)) if (hasGetter(object, name)) names.add(name);
	return [...names];
}

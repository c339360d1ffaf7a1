import { runTextMethod } from "./builtins/methods.ts";
import { TemplateRuntimeError } from "./errors.ts";
import { type HostContext, wantsContext } from "./host-context.ts";
import type { Runtime } from "./runtime.ts";
import { adopt } from "./values/adopt.ts";
import { type Builtin, bindArguments, Callable, callHost, type Keywords } from "./values/callable.ts";
import { getKey, isMapping } from "./values/dict.ts";
import { chargeCharacters } from "./values/meter.ts";
import { exactInteger } from "./values/numbers.ts";
import { charactersOf, hasPairs } from "./values/search-text.ts";
import { typeName, Undefined } from "./values/undefined.ts";
import {
	isNumeric,
	isText,
	Namespace,
	orElse,
	Range,
	Safe,
	Special,
	Tuple,
	textOf,
	type Value,
} from "./values/value.ts";

/** Whether the sandbox hides the name, unless it is a key of a dict. */
export function isPrivate(name: string): boolean {
	return name.startsWith("_");
}

/** Names of methods that would change a dict. */
export const DICT_MUTATORS: ReadonlySet<string> = new Set(["clear", "pop", "popitem", "setdefault", "update"]);

/** Calls a method that values of a type have. */
export function callMethod(
	runtime: Runtime,
	object: Value,
	name: string,
	method: Builtin<Runtime>,
	args: readonly Value[],
	keywords: Keywords | undefined,
): Value {
	const bound = bindArguments(name, method, args, keywords);
	if (!isText(object)) return method.run(runtime, object, ...bound);
	chargeCharacters(textOf(object).length);
	return runTextMethod(runtime, object, name, method, bound);
}

/** Returns the attribute that a value's type defines, which comes before its items; undefined if there is none. */
export function getBuiltin(runtime: Runtime, object: Value, name: string): Value | undefined {
	if (object instanceof Special) {
		const attribute = object.attribute(name);
		if (attribute !== undefined) return attribute;
	}
	const { library } = runtime.settings;
	const method = library.methodsOf(object)?.get(name);
	if (method) {
		if (method.isProperty) return method.run(runtime, object);
		return new Callable<Runtime>(name, (context, args, keywords) =>
			callMethod(context, object, name, method, args, keywords),
		);
	}
	const hasMethods = isText(object) || isNumeric(object) || Array.isArray(object) || isSequence(object);
	const missing = hasMethods ? library.explainMissing("method", name) : undefined;
	return missing === undefined ? library.hiddenAttribute(runtime, object, name) : runtime.missing(missing);
}

function isSequence(object: Value): boolean {
	return object instanceof Tuple || object instanceof Range;
}

/** `object.name`: an attribute of the type, else an item. */
export function getAttribute(runtime: Runtime, object: Value, name: string): Value {
	if (isMapping(object)) {
		// A key that looks like a private name is still data.
		const isData = isPrivate(name);
		const value = isData ? getKey(object, name) : getBuiltin(runtime, object, name);
		if (value !== undefined) return value;
		const other = isData ? getBuiltin(runtime, object, name) : getKey(object, name);
		return other === undefined ? runtime.missingKey(object, name) : other;
	}
	if (object instanceof Undefined && !/^__(?:class|dict|doc|eq|hash|init|module|str)__$/.test(name))
		return object.chain();
	return orElse(getBuiltin(runtime, object, name), () => runtime.missingKey(object, name));
}

/** `object[key]`: an item, else an attribute of the type. */
export function getItem(runtime: Runtime, object: Value, key: Value): Value {
	const item = findItem(object, key);
	if (item !== undefined) return item;
	if (object instanceof Undefined) return object.chain();
	const builtin = isText(key) ? getBuiltin(runtime, object, textOf(key)) : undefined;
	return orElse(builtin, () => runtime.missingKey(object, key));
}

/** Returns the item of a container under a key or at an index; undefined if there is none. */
function findItem(object: Value, key: Value): Value | undefined {
	if (isMapping(object)) return isHashable(key) ? getKey(object, key) : undefined;
	if (object instanceof Namespace) return isText(key) ? object.attribute(textOf(key)) : undefined;
	const index = exactInteger(key);
	if (typeof index !== "number") return undefined;
	if (isText(object)) return findCharacter(object, index);
	const items = object instanceof Tuple ? object.items : Array.isArray(object) || object instanceof Range ? object : [];
	const position = index < 0 ? items.length + index : index;
	return items instanceof Range ? items.at(position) : adopt(items[position]);
}

function findCharacter(object: string | Safe, index: number): Value | undefined {
	const text = textOf(object);
	chargeCharacters(text.length);
	const characters = hasPairs(text) ? charactersOf(text) : text;
	const character = characters[index < 0 ? characters.length + index : index];
	return character === undefined || typeof object === "string" ? character : new Safe(character);
}

function isHashable(key: Value): boolean {
	return !Array.isArray(key) && !isMapping(key);
}

/** Calls a value. */
export function callValue(runtime: Runtime, callee: Value, args: Value[], keywords: Keywords | undefined): Value {
	if (callee instanceof Callable) return callee.invoke(runtime, args, keywords);
	if (typeof callee === "function")
		return callHost(
			callee,
			args,
			keywords,
			(inner, values) => callValue(runtime, inner, values, undefined),
			contextOf(runtime, callee),
		);
	try {
		return failToCall(callee);
	} catch (error) {
		throw runtime.settings.reference?.rewordCall(error, callee) ?? error;
	}
}

/** Extra first arguments of a host function: the context of the call if it needs one. */
export function contextOf({ place }: Pick<Runtime, "place">, callee: object): HostContext[] {
	if (!wantsContext(callee)) return [];
	if (!place) throw new TemplateRuntimeError("the position of the call is unknown");
	return [place()];
}

function failToCall(callee: Value): never {
	if (callee instanceof Undefined) return callee.fail();
	throw new TemplateRuntimeError(`'${typeName(callee)}' object is not callable`);
}

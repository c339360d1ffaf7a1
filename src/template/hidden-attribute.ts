import { DICT_MUTATORS, isPrivate } from "./access.ts";
import type { Runtime } from "./runtime.ts";
import { isMapping } from "./values/dict.ts";
import { toRepr } from "./values/text.ts";
import { typeName, Undefined } from "./values/undefined.ts";
import { Range, type Value } from "./values/value.ts";

/** Methods that would change a list, which the sandbox forbids. */
const LIST_MUTATORS = new Set(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"]);

/** Returns an undefined value for an attribute that the sandbox hides; undefined for others. */
export function hiddenAttribute(runtime: Runtime, object: Value, name: string): Value | undefined {
	if (object instanceof Range && (name === "start" || name === "stop" || name === "step")) return object[name];
	const hidden = Array.isArray(object) ? LIST_MUTATORS : isMapping(object) ? DICT_MUTATORS : undefined;
	if (!isPrivate(name) && !hidden?.has(name)) return undefined;
	const message = `access to attribute ${toRepr(name)} of ${toRepr(typeName(object))} object is unsafe.`;
	return new Undefined(runtime.settings.undefinedMode, { message, isUnsafe: true });
}

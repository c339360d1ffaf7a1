import type { Runtime } from "./runtime.ts";
import { type Builtin, type Keywords } from "./values/callable.ts";
import { type Value } from "./values/value.ts";
/** The methods a value has by its type. */
export declare function methodsOf(value: Value): ReadonlyMap<string, Builtin<Runtime>> | undefined;
/** Calls a method found by `methodsOf`. */
export declare function callMethod(runtime: Runtime, object: Value, name: string, method: Builtin<Runtime>, args: readonly Value[], keywords: Keywords | undefined): Value;
/** Returns the attribute that a value's type defines, before its items are looked at; undefined if there is none. */
export declare function getBuiltin(runtime: Runtime, object: Value, name: string): Value | undefined;
/** `object.name`: what the type offers, else an item. */
export declare function getAttribute(runtime: Runtime, object: Value, name: string): Value;
/** `object[key]`: an item, else what the type offers. */
export declare function getItem(runtime: Runtime, object: Value, key: Value): Value;

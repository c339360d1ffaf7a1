import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { Safe, type Value } from "../values/value.ts";
type TextMethod = Builtin<Runtime>;
/** The methods of a str. They are given the plain text; `runTextMethod` takes care of safe strings. */
export declare const TEXT_METHODS: ReadonlyMap<string, TextMethod>;
/** Runs a method on a str; what a safe string gives is safe again. */
export declare function runTextMethod(runtime: Runtime, object: string | Safe, name: string, method: TextMethod, args: readonly Value[]): Value;
export {};

import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
/** The methods and attributes of floats. */
export declare const FLOAT_METHODS: ReadonlyMap<string, Builtin<Runtime>>;
/** The methods and attributes of ints and bools. */
export declare const INTEGER_METHODS: ReadonlyMap<string, Builtin<Runtime>>;

import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
/** The methods of tuples and ranges. */
export declare const SEQUENCE_METHODS: ReadonlyMap<string, Builtin<Runtime>>;
/** The methods of lists. */
export declare const LIST_METHODS: ReadonlyMap<string, Builtin<Runtime>>;
/** The methods of dicts. */
export declare const DICT_METHODS: ReadonlyMap<string, Builtin<Runtime>>;

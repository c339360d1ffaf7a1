import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
type Filter = Builtin<Runtime>;
/** Filters that take a sequence and give an item, a number or another sequence. */
export declare const SEQUENCE_FILTERS: Readonly<Record<string, Filter>>;
export {};

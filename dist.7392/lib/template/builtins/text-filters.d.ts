import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
type Filter = Builtin<Runtime>;
/** Filters that take text and give text. */
export declare const TEXT_FILTERS: Readonly<Record<string, Filter>>;
export {};

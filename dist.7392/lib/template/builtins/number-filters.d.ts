import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
/** Filters that make numbers, or text of numbers. */
export declare const NUMBER_FILTERS: Readonly<Record<string, Builtin<Runtime>>>;

import type { Runtime } from "../runtime.ts";
import { type Builtin } from "../values/callable.ts";
type Filter = Builtin<Runtime>;
/** Filters that apply another filter or a test to every item. */
export declare const SELECT_FILTERS: Readonly<Record<string, Filter>>;
export {};

import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
/** Filters for HTML and URLs. */
export declare const HTML_FILTERS: Readonly<Record<string, Builtin<Runtime>>>;

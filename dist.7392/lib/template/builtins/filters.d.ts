import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
/** All built-in filters by name. */
export declare const FILTERS: ReadonlyMap<string, Builtin<Runtime>>;
/** The same with the HTML-safe `tojson`. */
export declare const HTML_SAFE_FILTERS: ReadonlyMap<string, Builtin<Runtime>>;

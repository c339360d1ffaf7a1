import type { Runtime } from "../runtime.ts";
import { Callable } from "../values/callable.ts";
import { type Value } from "../values/value.ts";
/** The callable that makes namespaces, known to every environment. */
export declare const NAMESPACE: [string, Callable<Runtime>];
/** The names every template knows. */
export declare const GLOBALS: ReadonlyMap<string, Value>;

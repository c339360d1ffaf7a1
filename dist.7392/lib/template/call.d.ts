import type { Runtime } from "./runtime.ts";
import { type Keywords } from "./values/callable.ts";
import type { Value } from "./values/value.ts";
/** Calls a value. */
export declare function callValue(runtime: Runtime, callee: Value, args: Value[], keywords: Keywords | undefined): Value;

import type { Runtime } from "../runtime.ts";
import { type Value } from "../values/value.ts";
/** Formats a value by a specification such as `>10.2f`. */
export declare function formatValue(runtime: Runtime, value: Value, text: string): string;

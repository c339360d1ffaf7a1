import type { Runtime } from "../runtime.ts";
import { Safe, type Value } from "../values/value.ts";
/** `template % values`; a safe template escapes what it takes in and gives safe text. */
export declare function formatPercent(runtime: Runtime, template: string | Safe, values: Value): string | Safe;

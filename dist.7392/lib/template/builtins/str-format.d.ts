import type { Runtime } from "../runtime.ts";
import type { Keywords } from "../values/callable.ts";
import { Safe, type Value } from "../values/value.ts";
/** `text.format(*args, **keywords)` */
export declare function formatText(runtime: Runtime, text: string | Safe, args: readonly Value[], keywords: Keywords): string | Safe;
/** `text.format_map(mapping)` */
export declare function formatMapping(runtime: Runtime, text: Value, mapping: Value): string | Safe;

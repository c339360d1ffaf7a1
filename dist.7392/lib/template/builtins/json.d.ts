import type { Runtime } from "../runtime.ts";
import { Safe, type Value } from "../values/value.ts";
/** The `tojson` filter of chat templates: `ensure_ascii=false, indent=none, separators=none, sort_keys=false`. */
export declare function toJson(runtime: Runtime, value: Value, ascii: Value, indent: Value, separators: Value, sort: Value): string;
/** JSON that is safe inside HTML. */
export declare function escapeJson(text: string): Safe;

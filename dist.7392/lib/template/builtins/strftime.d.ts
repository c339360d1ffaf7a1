import type { Runtime } from "../runtime.ts";
/** Formats a date in local time with English names; unknown directives stay as written. */
export declare function formatDate(runtime: Runtime, date: Date, format: string): string;

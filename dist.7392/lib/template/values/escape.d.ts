import { Safe, type Value } from "./value.ts";
/** Replaces the characters that mean something in HTML. */
export declare function escapeCharacters(text: string): string;
/** Returns the value as text that is safe in HTML; safe strings stay as they are. */
export declare function escapeHtml(value: Value): Safe;

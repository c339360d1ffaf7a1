import { type Value } from "../values/value.ts";
/**
 * Returns a value as Python's `pprint` shows it: dicts in order of their keys, one member per line where 80 columns do
 * not do.
 */
export declare function prettyPrint(value: Value): string;

import type { Runtime } from "../runtime.ts";
import { type Value } from "../values/value.ts";
/** Reads something off an item. */
export type Getter = (item: Value) => Value;
/**
 * Returns a getter for the `attribute` argument of filters: an index, or names and indices with dots between; absent:
 * the item.
 */
export declare function getterOf(runtime: Runtime, attribute: Value, fallback?: Value): Getter;
/** Returns a getter whose texts are in lower case unless case matters. */
export declare function foldingGetterOf(runtime: Runtime, attribute: Value, isCaseSensitive: boolean, fallback?: Value): Getter;
/** Texts in lower case, everything else as it is. */
export declare function foldCase(value: Value): Value;

import { type Value } from "./values/value.ts";
/** Returns the item of a container under a key or at an index; undefined if there is none. */
export declare function findItem(object: Value, key: Value): Value | undefined;

import { type Value } from "../values/value.ts";
/** Returns the part of a sequence between two positions: `object[start:stop:step]`, each null if absent. */
export declare function getSlice(object: Value, start: Value, stop: Value, step: Value): Value;

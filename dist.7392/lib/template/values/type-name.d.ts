import { type Value } from "./value.ts";
/** Returns the name of a value's type, as Python calls it. */
export declare function typeName(value: Value): string;
/** How messages about missing attributes call a value. */
export declare function describeType(value: Value): string;
/** Returns the name of a value's type where a safe string counts as a str. */
export declare function plainTypeName(value: Value): string;

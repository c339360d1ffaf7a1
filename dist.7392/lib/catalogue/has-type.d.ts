import type { Schema } from "./schema.ts";
/** Whether a value is of the type, or among the values, a schema names; what is inside it does not count. */
export declare function hasType(schema: Schema, value: unknown): boolean;
export declare function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
/** Describes a value, briefly enough for a message. */
export declare function showValue(value: unknown): string;

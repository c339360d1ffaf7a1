import { type JsonSchema } from "./reference.ts";
/**
 * Returns a value without the nulls that mean "left out": those of optional members whose schema does not allow null.
 * The strict form of a schema asks for every member.
 */
export declare function cleanNulls(schema: unknown, value: unknown, root: JsonSchema, depth?: number): unknown;

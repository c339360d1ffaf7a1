import { type JsonSchema } from "./reference.ts";
/** A schema in the form that every provider takes. */
export interface StrictSchema {
    schema: Record<string, unknown>;
    /** False where the form cannot say all of it, such as objects with members of any name. */
    isStrict: boolean;
}
/**
 * Returns the schema in the strict subset that every provider takes: every member is required (an optional one may be
 * null), `additionalProperties` is false, and limits and defaults are gone. Limits go into the description instead.
 */
export declare function toStrictSchema(schema: JsonSchema): StrictSchema;

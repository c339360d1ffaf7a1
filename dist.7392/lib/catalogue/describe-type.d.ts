import { type SchemaDocument } from "./resolve-schema.ts";
import type { Schema } from "./schema.ts";
/** Describes what a schema expects, such as `an integer`, `a list of strings` or `"none" or "sigmoid"`. */
export declare function describeType(document: SchemaDocument, schema: Schema): string;
/** Returns the property by whose value the variants can be told apart, with its values. */
export declare function findTag(variants: readonly Schema[]): {
    name: string;
    values: NonNullable<Schema["enum"]>;
} | undefined;
/** The values a schema names one by one, those of its variants included. */
export declare function listValues(document: SchemaDocument, unresolved: Schema): NonNullable<Schema["enum"]>;

import type { Schema, TaskSchemas } from "./schema.ts";
/** A schema with what its references lead to. */
export interface SchemaDocument {
    schema: Schema;
    common: TaskSchemas["common"];
}
/** Follows a reference; its sibling keywords take precedence over the schema it refers to. */
export declare function resolveSchema(document: SchemaDocument, schema: Schema): Schema;

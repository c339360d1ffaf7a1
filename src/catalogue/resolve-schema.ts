import type { Schema, TaskSchemas } from "./schema.ts";

/** A schema with resolved references. */
export interface SchemaDocument {
	schema: Schema;
	common: TaskSchemas["common"];
}

/** Follows a reference; its sibling keywords take precedence over the schema it refers to. */
export function resolveSchema(document: SchemaDocument, schema: Schema): Schema {
	const { $ref, ...own } = schema;
	if ($ref === undefined) {
		const [only, ...others] = schema.allOf ?? [];
		if (!only || others.length > 0) return schema;
		const { allOf: _, ...beside } = own;
		return { ...resolveSchema(document, only), ...beside };
	}
	const name = $ref.slice($ref.lastIndexOf("/") + 1);
	const target = $ref.startsWith("#") ? document.schema.$defs?.[name] : document.common.definitions[name];
	if (!target) throw new Error(`The schema ${document.schema.$id ?? ""} refers to ${$ref}, which does not exist.`);
	return { ...resolveSchema(document, target), ...own };
}

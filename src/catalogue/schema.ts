/** A JSON Schema (draft 6) with OpenAPI's `nullable` and the extensions of the task schemas. */
export interface Schema {
	$id?: string;
	/** `#/$defs/X` in the same document, or `/inference/schemas/common-definitions.json#/definitions/X`. */
	$ref?: string;
	$defs?: Record<string, Schema>;
	description?: string;
	type?: string | string[];
	/** A string, even for numbers and booleans: `"1024"`, `"true"`, `"null"`. */
	default?: string;
	enum?: readonly (string | number | boolean)[];
	const?: string | number | boolean;
	nullable?: boolean;
	format?: string;
	minimum?: number;
	maximum?: number;
	exclusiveMinimum?: number;
	/** Of an array: its number of items. */
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	properties?: Record<string, Schema>;
	required?: readonly string[];
	additionalProperties?: Schema;
	items?: Schema;
	allOf?: readonly Schema[];
	anyOf?: readonly Schema[];
	oneOf?: readonly Schema[];
	discriminator?: { propertyName: string };
	/** Name of the TypeScript type. */
	"x-type"?: string;
	/** Raw bytes; base64 in JSON. */
	"x-binary"?: boolean;
	/** Values that differ only in case are valid too, as different versions write them differently. */
	"x-any-case"?: boolean;
}

/** The schemas of one task. */
export interface TaskSchema {
	input: Schema;
	output: Schema;
	/** One piece of a streamed output. */
	stream_output?: Schema;
}

/** The schemas of all tasks that have them. */
export interface TaskSchemas {
	dialect: string;
	/** Definitions that several tasks refer to. */
	common: { $id: string; definitions: Record<string, Schema> };
	/** By task id; that of chat is `chat-completion`. */
	tasks: Record<string, TaskSchema>;
}

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

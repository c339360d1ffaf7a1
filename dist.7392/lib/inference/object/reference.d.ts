/** A JSON schema, of draft 2020-12 or an earlier one. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/**
 * Returns the schema a `$ref` points to.
 * @throws InputError when it is not within the root
 */
export declare function resolveReference(reference: string, root: JsonSchema): unknown;
/** Returns the list a keyword holds; empty where it holds none. */
export declare function listOf(value: unknown): readonly unknown[];
/** @throws InputError when a reference leads nowhere, or the schema is nested too deeply */
export declare function checkReferences(schema: JsonSchema, root?: JsonSchema, depth?: number): void;

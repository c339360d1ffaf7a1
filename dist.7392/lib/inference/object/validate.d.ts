import { type JsonSchema } from "./reference.ts";
/** Where a value breaks its schema, and how. */
export interface SchemaProblem {
    /** JSON pointer, such as `/people/0/age`; empty for the whole value. */
    path: string;
    /** Such as `must be an integer, not "old"`. */
    message: string;
}
/**
 * Checks a JSON value against a JSON schema: types, values, members, items, lengths, ranges, patterns, common formats,
 * combinations, conditions and references within the schema. Annotations, and the keywords `unevaluated…` and
 * `$dynamicRef`, are left alone.
 * @returns what is wrong; empty where nothing is
 */
export declare function validate(schema: unknown, value: unknown, root?: unknown): SchemaProblem[];
/** How far the check has got. */
export interface Place {
    root: JsonSchema;
    path: string;
    problems: SchemaProblem[];
    /** References followed without going deeper into the value. */
    references: number;
}

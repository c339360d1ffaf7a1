import { type SchemaDocument } from "./resolve-schema.ts";
/** Something wrong, or doubtful, in a task's input. */
export interface Problem {
    /** Where, such as `parameters.top_k` or `messages[0].role`; empty for the whole. */
    path: string;
    /** A sentence that says everything. */
    message: string;
    /** A description of the expected value. */
    expected?: string;
    /** The known name or value that was probably meant; a name with its path. */
    suggestion?: string;
}
/** Whether a value follows a schema, and where it does not. */
export interface Validation {
    errors: Problem[];
    warnings: Problem[];
}
/** Checks a value against a schema of the document. Names in `ignored` are left alone at the top. */
export declare function validate(document: SchemaDocument, value: unknown, ignored?: readonly string[]): Validation;

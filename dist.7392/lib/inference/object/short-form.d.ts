import { InferenceClientInputError } from "../../errors.ts";
/** A short form of a schema that cannot be read. */
export declare class ShortFormError extends InferenceClientInputError {
    /** The short form. */
    readonly form: string;
    /** Where the fault begins: a position in `form`, from 0. */
    readonly at: number;
    constructor(problem: string, form: string, at: number);
}
type Schema = Record<string, unknown>;
/**
 * Reads the short form of a schema, `name, age int, tags [str], bio: one sentence`, as a JSON schema of an object. Fields
 * are separated by commas or line breaks; each has a name, perhaps a type (`int`, `float`, `str`, `bool`, `[type]`,
 * `{fields}`; default `str`) and perhaps a description after a colon. A description ends at the comma, or, in a form of
 * several lines, at the end of its line; in double quotes it may hold anything. All fields are required.
 * @throws ShortFormError that tells the place
 */
export declare function parseShortForm(form: string): Schema;
export {};

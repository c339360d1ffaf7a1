import type { Random } from "../random.ts";
/** Where values come from. */
export interface Source {
    /** Text whose names, numbers and words fill the value. */
    text: string;
    /** An answer to the text, for members that ask for one. */
    answer: string;
    random: Random;
}
/**
 * Returns a value that follows a JSON schema, filled from a text as well as it goes.
 * @throws ServiceFailure when the schema asks for more values or longer strings than the sandbox makes
 */
export declare function createValue(schema: unknown, source: Source): unknown;

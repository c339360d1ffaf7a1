/**
 * Finds what the body of an error says: its sentence, then a line for each field that is wrong.
 * @returns undefined if it says nothing
 */
export declare function findDetail(body: unknown): string | undefined;

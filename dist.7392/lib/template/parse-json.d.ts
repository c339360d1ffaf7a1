/**
 * Reads JSON as Python would, so that a template prints it as Python would: `1.0` and `1e2` stay floats, integers of
 * any size stay exact, and keys stay in order. Objects that JavaScript would reorder become a `Map`.
 *
 * @throws SyntaxError if the text is not JSON
 */
export declare function parseJson(text: string): unknown;

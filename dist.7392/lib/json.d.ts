/** Whether a value is an object: not a list, not null, not a file. */
export declare function isRecord(value: unknown): value is Record<string, unknown>;
/** Returns a member of a value of any type; undefined where there is none. */
export declare function readMember(value: unknown, key: string | number): unknown;
/** The value at a path of member names and list positions; undefined where the path leads nowhere. */
export declare function getPath(value: unknown, ...path: (string | number)[]): unknown;
/** Parses JSON; undefined when the text is not JSON. */
export declare function parseJson(text: string): unknown;
/** Returns the JSON of a value, cut after `length` characters; "…" for a value that is nested too deeply. */
export declare function stringify(value: unknown, length?: number): string;

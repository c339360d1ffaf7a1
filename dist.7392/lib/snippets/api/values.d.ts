import { Code } from "../library/snippet.ts";
/** A file the snippet reads from the current folder. An empty Blob: providers put it into payloads and forms as it is. */
export declare class FileInput extends Blob {
    readonly name: string;
    /** @param name its extension tells the media type */
    constructor(name: string);
    /** The variable that holds its content. */
    get variable(): "audio" | "image";
}
/** The values in a snippet: JSON, files, and pieces of code. */
export type Value = null | boolean | number | string | FileInput | Code | readonly Value[] | Members;
/** Name → value. */
export interface Members {
    readonly [name: string]: Value;
}
/** Whether a value has members of its own. */
export declare function isMembers(value: Value | undefined): value is Members;
/** Copies a caller's value as far as JSON can carry it. */
export declare function toValue(given: unknown): Value | undefined;
/** Copies the members of a caller's object; none for anything else. */
export declare function toMembers(given: unknown): Members;
/** Drops the members that are undefined. */
export declare function present(members: Readonly<Record<string, Value | undefined>>): Members;

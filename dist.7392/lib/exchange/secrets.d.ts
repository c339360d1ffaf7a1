import { type BorderedText } from "./edits.ts";
/** The secrets known to a program, and how to keep them out of what is written. */
export declare class Secrets {
    private readonly known;
    constructor(values?: Iterable<string>);
    /** Values of less than eight characters are ignored. */
    add(value: string): void;
    /** The values, to be shared with something else that writes. */
    values(): IterableIterator<string>;
    /**
     * Removes secrets from bytes, given as a string of `toBinary`: known ones by value, wherever they stand, in the
     * forms of URLs and JSON, and in base64; in text then whatever looks like a key.
     * @param isText where false, secrets are masked without changing the length, and patterns are left alone
     */
    clean(content: BorderedText, isText: boolean): BorderedText;
    /** A text without secrets. */
    cleanText(text: string): string;
    /** A JSON value without secrets, in its keys too. */
    cleanValue<T>(value: T): T;
    /** Whether a text holds a secret, known or by its looks. */
    isIn(text: string): boolean;
    /** Whether a text holds a known secret in any form. */
    isKnownIn(text: string): boolean;
}

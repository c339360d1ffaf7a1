/**
 * Reads the beginning of a JSON text as far as it goes: strings, lists and objects that have not ended end there; a
 * number, a word or a member's name that may go on is left out.
 * @returns undefined where there is no value yet
 */
export declare function parsePartialJson(text: string): unknown;

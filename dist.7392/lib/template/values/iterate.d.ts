import { type Value } from "./value.ts";
/** Returns the number of code points in a text. */
export declare function countCharacters(text: string): number;
/** Returns the code points of a text. */
export declare function charactersOf(text: string): string[];
/** Returns the items of a value in an array not to be changed; undefined if the value is not iterable. */
export declare function tryItems(value: Value): readonly Value[] | undefined;
/** @throws TemplateRuntimeError for values that are not iterable */
export declare function itemsOf(value: Value): readonly Value[];
/** Returns the number of items, for values that know it. */
export declare function lengthOf(value: Value): number;
/** `item in container` */
export declare function contains(container: Value, item: Value): boolean;

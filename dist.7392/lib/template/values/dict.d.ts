import { Special, type Value } from "./value.ts";
/** A dict made by a template: keys of any hashable kind, in order of insertion. */
export declare class Dict extends Special {
    #private;
    constructor(entries?: Iterable<readonly [Value, Value]>);
    get typeName(): string;
    get size(): number;
    get(key: Value): Value | undefined;
    has(key: Value): boolean;
    /** Only for building: templates cannot change a dict. */
    set(key: Value, value: Value): void;
    entries(): Generator<[Value, Value], void, undefined>;
}
/** Result of `keys`, `values` and `items` of a dict: a live sequence. */
export declare class DictView extends Special {
    readonly mapping: Mapping;
    readonly kind: "keys" | "values" | "items";
    constructor(mapping: Mapping, kind: "keys" | "values" | "items");
    get typeName(): string;
    get isTrue(): boolean;
    toArray(): Value[];
}
/** A dict in any of its forms. */
export type Mapping = Dict | ReadonlyMap<Value, Value> | Readonly<Record<string, Value>>;
/**
 * Whether a value is a dict.
 *
 * @throws TemplateRuntimeError for dates and promises of the host
 */
export declare function isMapping(value: Value): value is Mapping;
/** Returns the value of a key; undefined if there is none. Of the prototypes of host objects only getters are seen. */
export declare function getKey(mapping: Mapping, key: Value): Value | undefined;
export declare function hasKey(mapping: Mapping, key: Value): boolean;
/** Keys and values in order. Keys the host set to undefined count as absent. */
export declare function entriesOf(mapping: Mapping): [Value, Value][];
export declare function keysOf(mapping: Mapping): Value[];
export declare function sizeOf(mapping: Mapping): number;
/**
 * Returns the hash of a dict key: equal keys have equal hashes, different keys different ones.
 *
 * @throws TemplateRuntimeError for lists and dicts, which are not hashable
 */
export declare function hashKey(key: Value): unknown;

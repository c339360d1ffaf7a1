/**
 * A value of the template language. Most are plain JavaScript values, so that a context needs no conversion:
 *
 * | kind      | representation                                                       |
 * |-----------|----------------------------------------------------------------------|
 * | none      | `null`                                                               |
 * | bool      | boolean                                                              |
 * | int       | number with an integer value; bigint beyond 2^53 - 1                 |
 * | float     | any other number; `Float` for those with an integer value            |
 * | str       | string; `Safe` if it is marked as safe                               |
 * | list      | array                                                                |
 * | tuple     | `Tuple`                                                              |
 * | dict      | any other object of the host, a Map, or `Dict` if made by a template |
 * | undefined | `Undefined`; never JavaScript's undefined                            |
 * | callable  | `Callable`, or a function of the host                                |
 *
 * The rest (`Range`, `Namespace`, `Stream`, `DictView` …) are classes of their own. Host data may be anything,
 * hence no union type.
 */
export type Value = unknown;
/** Base of every class the engine makes values of; all other objects belong to the host. */
export declare abstract class Special {
    /** The name of the type in messages. */
    abstract get typeName(): string;
    /** The name with the module that Jinja2 defines it in, which some messages show. */
    get qualifiedName(): string;
    /** Whether the value counts as true, unless its kind has a rule of its own. */
    get isTrue(): boolean;
    /** Returns a documented attribute; undefined if there is none of that name. */
    attribute(_name: string): Value | undefined;
    /** The number of items, unless its type has its own rule; undefined if the value has no length. */
    get size(): number | undefined;
    /** Returns the items of an iterable value, one by one on demand. */
    iterate(): Iterable<Value> | undefined;
    /** How the value prints, unless its type has its own form. */
    toString(): string;
}
/** A float whose value is an integer, which a bare number could not be told from an int. */
export declare class Float extends Special {
    readonly value: number;
    constructor(value: number);
    get typeName(): string;
}
/** Makes a float of any number. Hosts use it to pass integral floats such as 1.0. */
export declare function float(value: number): Float | number;
/** Text that needs no escaping any more. */
export declare class Safe extends Special {
    readonly text: string;
    constructor(text: string);
    get typeName(): string;
    get qualifiedName(): string;
}
/** An immutable sequence. */
export declare class Tuple extends Special {
    readonly items: readonly Value[];
    constructor(items: readonly Value[]);
    get typeName(): string;
}
/** A sequence of bytes. */
export declare class Bytes extends Tuple {
    get typeName(): string;
}
/** A key of a dict and its value. */
export declare class Pair extends Tuple {
}
/** A group made by `groupby`: a pair whose members have names. */
export declare class Group extends Tuple {
    attribute(name: string): Value | undefined;
}
/** An arithmetic progression whose items are computed when needed. */
export declare class Range extends Special {
    readonly start: number;
    readonly stop: number;
    readonly step: number;
    readonly length: number;
    constructor(start: number, stop: number, step: number);
    get typeName(): string;
    attribute(name: string): Value | undefined;
    at(index: number): number;
    [Symbol.iterator](): Generator<number, void, undefined>;
}
/** A bag of attributes a template may change, to carry values out of loops. */
export declare class Namespace extends Special {
    readonly attributes: Map<string, Value>;
    constructor(attributes?: Iterable<readonly [string, Value]>);
    attribute(name: string): Value | undefined;
    get typeName(): string;
    get qualifiedName(): string;
}
/** A sequence that can be iterated once. */
export declare class Stream extends Special {
    #private;
    constructor(items: Iterable<Value>);
    get typeName(): string;
    /** The items that are left; afterwards there are none. */
    iterate(): Iterable<Value>;
}
/** Whether a value is a str, safe or not. */
export declare function isText(value: Value): value is string | Safe;
/** Returns the characters of a str. */
export declare function textOf(value: string | Safe): string;
/** Whether a value is an int, bools not included. */
export declare function isInteger(value: Value): value is number | bigint;
/** Whether a value is a float. */
export declare function isFloat(value: Value): value is number | Float;
/** Whether a value is an int, a float or a bool. */
export declare function isNumeric(value: Value): value is number | bigint | Float | boolean;
/** Returns a number as JavaScript has it; huge ints lose precision. */
export declare function toNumber(value: number | bigint | Float | boolean): number;
/** Returns the value, or where there is none at all (none is one) what the function gives. */
export declare function orElse(value: Value | undefined, otherwise: () => Value): Value;

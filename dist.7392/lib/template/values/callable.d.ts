import { Special, type Value } from "./value.ts";
/** Keyword arguments of a call. */
export type Keywords = ReadonlyMap<string, Value>;
/** Something a template can call. `Context` is what the engine passes along to it. */
export declare class Callable<Context> extends Special {
    readonly name: string;
    readonly invoke: (context: Context, args: readonly Value[], keywords: Keywords | undefined) => Value;
    constructor(name: string, invoke: Callable<Context>["invoke"]);
    get typeName(): string;
}
/** A function with named parameters: a filter, a test, a method or a global. */
export interface Builtin<Context> {
    /** Names of the parameters after the operand. A last one that begins with `*` takes all the rest as one array. */
    readonly parameters: readonly string[];
    /** How many of them must be given. Default 0. */
    readonly required?: number;
    /** Whether keywords name parameters (default), are refused, or are passed on as one Map at the end. */
    readonly keywords?: "named" | "none" | "rest";
    /** An attribute rather than a method: looking it up gives its result. */
    readonly isProperty?: true;
    /** Absent arguments are passed as undefined, so that defaults of JavaScript apply. */
    readonly run: (context: Context, operand: Value, ...args: Value[]) => Value;
}
/** Sorts the arguments of a call into the order of the parameters. */
export declare function bindArguments<Context>(name: string, builtin: Builtin<Context>, args: readonly Value[], keywords: Keywords | undefined): Value[];

import type { Runtime } from "../runtime.ts";
import { Callable } from "../values/callable.ts";
import { type Value } from "../values/value.ts";
/** Renders one level of a recursive loop for a new iterable. */
export type Descend = (iterable: Value, depth: number) => Value;
/** The value of `loop`. */
export declare class LoopState extends Callable<Runtime> {
    #private;
    /** Position of the present item; before the first one -1. */
    index0: number;
    constructor(items: readonly Value[], depth: number, runtime: Runtime, descend: Descend | undefined);
    get typeName(): string;
    get qualifiedName(): string;
    toString(): string;
    get size(): number;
    /** Moves on to the next item; the number of items if there is none. */
    advance(): number;
    /** Going through the loop itself takes its items away from it. */
    iterate(): Generator<Value, void, undefined>;
    attribute(name: string): Value | undefined;
}

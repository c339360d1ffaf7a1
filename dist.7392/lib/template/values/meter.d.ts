/** Budget of a render. */
export interface Budget {
    /** Evaluated nodes, iterations and items, and characters by the dozen. */
    readonly max_steps?: number | undefined;
    /** Milliseconds. */
    readonly max_time?: number | undefined;
}
/** Counts the work of one render and stops it when the budget is spent. */
export declare class Meter {
    #private;
    constructor(budget: Budget, onLook?: () => void, startedAt?: number);
    /** Counts steps. */
    spend(steps: number): void;
}
/** Runs the work under a meter, or without one. */
export declare function metered<Result>(meter: Meter | undefined, work: () => Result): Result;
/** Returns the meter of the render that runs now; undefined if nothing is counted. */
export declare function currentMeter(): Meter | undefined;
/** Counts steps: one for every item that a built-in walks over. Does nothing for renders without a budget. */
export declare function charge(steps: number): void;
/** Counts the steps for scanning a number of characters. */
export declare function chargeCharacters(count: number): void;

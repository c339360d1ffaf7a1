/** Numbers of the adaptive concurrency limit. */
export declare const AIMD: {
    readonly start: 8;
    readonly maximum: 128;
    /** Factor on a limit. */
    readonly cut: 0.75;
    /** Successes for one more call in flight. */
    readonly successesPerStep: 25;
    /** How far above the last limit met the ceiling is, and for how long, in milliseconds. */
    readonly ceilingFactor: 1.1;
    readonly ceilingMs: number;
};
/**
 * How many calls may be in flight: additive increase, multiplicative decrease. Calls are known by their number, which
 * rises with each start.
 */
export declare class ConcurrencyWindow {
    limit: number;
    private readonly maximum;
    private readonly isFixed;
    private isSlowStart;
    /** The limit was in use when the call with this number started: successes of those before it count. */
    private fullMark;
    /** Only calls from this number on may cut: those before belong to the burst that did. */
    private cutMark;
    private successes;
    private ceiling;
    private ceilingUntil;
    constructor({ start, maximum, isFixed }: {
        start: number;
        maximum: number;
        isFixed: boolean;
    });
    /** All calls that may be in flight are, with this one. An idle lane learns nothing from successes. */
    fill(number: number): void;
    /** @param number of the call that succeeded */
    succeed(number: number, now: number): void;
    /**
     * Tells of a limit. Returns whether it was the first of its burst, and so cut the window.
     * @param inFlight calls that were in flight, which is where a window without limit begins
     */
    cut(number: number, next: number, now: number, inFlight?: number): boolean;
    /** Ends slow start without a cut: the service warns. */
    hold(): void;
    private grow;
}

/**
 * A limit set by hand: so many units a minute, spread evenly. It holds at most one second's worth, so that a start or a
 * pause is not followed by a burst.
 */
export declare class TokenBucket {
    private readonly perMs;
    private readonly capacity;
    private level;
    private filledAt;
    constructor(perMinute: number, now: number);
    /** Milliseconds until `amount` may be taken; more than the bucket holds waits until it is full. */
    delay(amount: number, now: number): number;
    /** Takes `amount`; the level may go below zero, which later calls wait for. A negative amount gives back. */
    take(amount: number, now: number): void;
    private fill;
}

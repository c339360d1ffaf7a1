/** A token bucket that refills all the time. The level may fall below 0 when the price is known only afterwards. */
export declare class Bucket {
    #private;
    readonly perMinute: number;
    constructor(perMinute: number, burst: number, now: number);
    refill(now: number): void;
    take(amount: number): void;
    get remaining(): number;
    /** Seconds until there is room for one more. */
    get wait(): number;
    /** Seconds until it is full. */
    get reset(): number;
}

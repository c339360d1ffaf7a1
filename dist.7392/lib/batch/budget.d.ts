/** Keeps the cost of a batch below a limit: calls in flight count with the mean cost of those that ended. */
export declare class Budget {
    spent: number;
    private readonly most;
    private known;
    private knownSum;
    /**
     * @param most US dollars; undefined: no limit
     * @param spent US dollars that were spent before
     */
    constructor(most: number | undefined, spent: number);
    add(cost: number | null): void;
    /** Whether one more call might go beyond the limit. */
    isUsedUp(inFlight: number): boolean;
}

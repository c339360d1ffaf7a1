/** Remembers which targets fail, so that calls pass them over for a while. */
export declare class Breaker {
    private readonly targets;
    private readonly cooldown;
    private readonly now;
    constructor(cooldown: number, now: () => number);
    /** Whether no target has failed lately. */
    get isQuiet(): boolean;
    /** Whether calls pass the target over; after the cooldown one call may probe it. */
    isOpen(name: string): boolean;
    /** A call goes to the target now. */
    begin(name: string): void;
    succeed(name: string): void;
    fail(name: string): void;
    /** The call ended in a way that tells nothing about the target. */
    release(name: string): void;
    /** Names of the targets that are passed over now. */
    get open(): string[];
    private forgetOldest;
}

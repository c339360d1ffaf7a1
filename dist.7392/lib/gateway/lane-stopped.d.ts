/** A lane lets nothing start for longer than a call wants to wait. */
export declare class LaneStopped extends Error {
    /** Milliseconds until calls may start. */
    readonly delay: number;
    constructor(delay: number);
}

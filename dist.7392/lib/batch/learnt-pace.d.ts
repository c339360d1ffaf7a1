import { type Outcome } from "./bucket-fit.ts";
/** How a call ended. */
export type Ending = "passed" | "refused" | "failed";
/**
 * Learns how many calls a second a service allows, from when it refuses them. A limit of calls in flight alone cannot
 * hold a limit of calls a second: it would run into it again and again.
 */
export declare class LearntPace {
    /** Calls a millisecond at `setAt`; undefined until a limit was met. */
    private rate;
    private setAt;
    private growth;
    private nextStart;
    private outcomes;
    /** A limit was met: when, at which pace, and from when on calls may go out. */
    private met;
    private isFitted;
    /** Calls that went through since the pace was chosen. */
    private passed;
    /** Calls a millisecond that are let out; undefined until a limit was met. */
    rateAt(now: number): number | undefined;
    /** As `rateAt`, once the rate is more than a guess. */
    knownRate(now: number): number | undefined;
    /**
     * A call was told that nothing is left.
     * @param until when the service says there is more
     */
    runDry(outcome: Outcome, now: number, until: number): void;
    /** Milliseconds until the next call may start. */
    delay(now: number): number;
    /** Starts a call. Returns what its end is told to. */
    start(now: number): Outcome;
    end(outcome: Outcome, ending: Ending): void;
    /**
     * A limit was met.
     * @param until when calls may go out again
     */
    stop(now: number, until: number): void;
    /** Chooses the pace when a stop has ended: at once by half, and anew when all calls of before have ended. */
    private resume;
    private choose;
    private set;
}

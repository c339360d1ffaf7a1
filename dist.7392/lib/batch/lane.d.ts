import { Excerpt } from "../exchange/excerpt.ts";
import type { Usage } from "../exchange/index.ts";
import { type Fetch } from "../http/index.ts";
import type { CallOptions } from "../inference/index.ts";
import { type Limiter, type LimiterOptions, type LimiterTicket } from "./limiter.ts";
import { type HeaderSource } from "./rate-headers.ts";
import type { BatchTarget, LaneState } from "./types.ts";
/** Rate limits of the response to the call's own request; polls and downloads do not change them. */
export interface CallTrace {
    headers: HeaderSource | undefined;
    /** The task was sent: requests from now on are polls and downloads. */
    isSent: boolean;
    /** Bodies that are kept in part, where the result leaves out what was used; undefined where it does not. */
    bodies: Excerpt[] | undefined;
}
/** What the responses of a call told: tokens, summed up, and the cost of the first. */
export declare function readTrace({ bodies, headers }: CallTrace): {
    usage: Usage | undefined;
    cost: number | null;
};
/** One target with its limiter. */
export declare class Lane {
    readonly name: string;
    readonly target: BatchTarget;
    readonly limiter: Limiter;
    done: number;
    failed: number;
    limited: number;
    private toldAt;
    private toldLimited;
    /** When anything last came, or went out while nothing was under way; and how long the slowest call took. */
    private heardAt;
    private slowest;
    private dropper;
    private readonly whole;
    private faults;
    private sickPause;
    /** @param whole ends all calls */
    constructor(target: BatchTarget, options: LimiterOptions, whole: AbortSignal);
    /** Ends the calls in flight. One for all: a signal a call costs more than the rest of its bookkeeping. */
    get signal(): AbortSignal;
    /** A call starts. */
    start(tokens: number): LimiterTicket;
    /**
     * Drops the calls in flight where nothing has come for a time: the service hangs.
     * @param patience milliseconds; longer where calls took long before
     */
    dropIfSilent(patience: number): void;
    get state(): LaneState;
    /** Reports how it stands: not after each of thousands of calls a second, but after a limit and the last call. */
    tell(report: ((state: LaneState) => void) | undefined): void;
    /** The service did the work. */
    succeed(ticket: LimiterTicket, trace: CallTrace, tokens: number | undefined, seconds: number): void;
    /** Takes in a failed call. Returns whether it met a limit, and so did not count. */
    meetLimit(ticket: LimiterTicket, trace: CallTrace, error: unknown): boolean;
    /** The provider failed; several times in a row stop the lane, so that rows go elsewhere. */
    countFault(): void;
    /**
     * The `fetch` of one call: it notes what the response told, and waits where a poll meets a limit, because a row
     * whose job runs must not be asked again.
     */
    observe(fetch: Fetch, trace: CallTrace, signal: CallOptions["signal"]): Fetch;
}
/** A lane that a row may go to now, or how long in milliseconds none is free. */
export type LaneChoice = {
    lane: Lane;
    wait?: undefined;
} | {
    lane?: undefined;
    wait: number;
};
/**
 * Chooses the lane of a row: the first that is not stopped; or, spreading, the one with the most room.
 * @param tried lanes on which the row failed already
 */
export declare function chooseLane(lanes: readonly Lane[], tried: ReadonlySet<Lane> | undefined, tokens: number, spread: boolean): LaneChoice;

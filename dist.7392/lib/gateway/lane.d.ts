import { type LimiterTicket } from "../batch/index.ts";
import { type Cancellation } from "../http/index.ts";
/** Counts the calls that wait in all lanes. */
export interface Queue {
    waiting: number;
    readonly limit: number;
}
/** Calls to one model of one service, in a line that is fair between clients. */
export declare class Lane {
    private readonly limiter;
    private readonly queue;
    /** Client → its calls in order. The first client is the next to be served, and then goes to the end. */
    private readonly clients;
    private timer;
    constructor(queue: Queue, now: () => number);
    get isIdle(): boolean;
    /** Starts a call at once; undefined where it has to wait for its turn. */
    start(): LimiterTicket | undefined;
    /**
     * Waits for the turn of a call.
     * @throws LaneStopped where that takes longer than `patience`; GatewayError 429 where too many calls wait
     */
    acquire(client: string, patience: number, cancellation: Cancellation): Promise<LimiterTicket>;
    private startNow;
    /** Starts the calls whose turn it is. */
    pump(): void;
    private rejectImpatient;
    private remove;
}

import type { Exchange } from "../exchange/index.ts";
import { Cancellation } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { Attempting, GatewayCall } from "./call.ts";
import type { Incoming, Wanted } from "./incoming.ts";
import type { Reply } from "./reply.ts";
import type { TimedAttempt } from "./timed-attempt.ts";
import type { Target } from "./types.ts";
/** How a call ended. */
export interface Ending {
    status: number;
    /** Records of its requests that were answered. */
    exchanges?: readonly Exchange[];
    /** The answer as the page shows it. */
    response?: string;
    error?: string;
    isCancelled?: boolean;
}
/** A call from its arrival to its end, with its entry on the page. */
export declare class Session implements GatewayCall {
    readonly id: string;
    readonly route: string;
    readonly task: InferenceTask;
    readonly model: string;
    readonly client: string;
    readonly cancellation: Cancellation;
    readonly started: number;
    upstream: number;
    readonly attempts: TimedAttempt[];
    readonly targets: readonly Target[];
    private readonly services;
    private readonly release;
    private isOver;
    constructor(incoming: Incoming, wanted: Wanted);
    /** The client has gone: ends the call at the provider. */
    cancel(): void;
    /** Headers that tell how the call was served. */
    headers(attempting?: Attempting, exchanges?: readonly Exchange[]): Record<string, string>;
    /** Writes down how the call ended. */
    finish({ status, exchanges, response, error, isCancelled }: Ending): void;
    private report;
}
/** Runs the work of a call; what it throws ends the call. */
export declare function withSession(incoming: Incoming, wanted: Wanted, work: (session: Session) => Promise<Reply>): Promise<Reply>;

import type { LimiterTicket } from "../batch/index.ts";
import { type Exchange } from "../exchange/index.ts";
import { Cancellation } from "../http/index.ts";
import type { Attempting, GatewayCall } from "./call.ts";
import { type Failure } from "./failure.ts";
import type { Services } from "./services.ts";
import type { Target } from "./types.ts";
/** A target while it is asked, from when its lane has let the call start. */
export declare class Attempt implements Attempting {
    readonly target: Target;
    readonly args: Attempting["args"];
    readonly options: Attempting["options"];
    readonly cancellation: Cancellation;
    private readonly services;
    private readonly call;
    /** For the breaker. */
    private readonly name;
    private readonly ticket;
    private readonly guarded;
    private readonly began;
    private readonly timed;
    private readonly release;
    private isOver;
    constructor(services: Services, call: GatewayCall, target: Target, name: string, ticket: LimiterTicket);
    begin(): void;
    provider(): string;
    succeed(response?: unknown): Exchange;
    fail(error: unknown): Failure;
    /** False where it has ended before. */
    private end;
}

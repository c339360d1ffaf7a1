import type { Exchange } from "../exchange/index.ts";
/** Counts what happens, and tells it in the text format of Prometheus. */
export declare class Metrics {
    inFlight: number;
    private readonly calls;
    private readonly tokens;
    private readonly cost;
    private failovers;
    private upstream;
    private readonly duration;
    private readonly firstToken;
    private readonly state;
    constructor(state: () => {
        waiting: number;
        open: readonly string[];
    });
    countFailover(): void;
    /** A call has ended. */
    countCall(route: string, status: number, exchange: Exchange | undefined, upstream: number, seconds: number): void;
    /** @returns Prometheus text format, version 0.0.4 */
    format(): string;
}

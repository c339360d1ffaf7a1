import type { Usage } from "../exchange/index.ts";
import type { TimedAttempt } from "./timed-attempt.ts";
/** A call as the page lists it. */
export interface CallSummary {
    id: string;
    /** ISO 8601. */
    time: string;
    route: string;
    task: string;
    /** In the client's words. */
    model: string;
    /** The model that answered. */
    served_model: string | null;
    provider: string | null;
    state: "running" | "done" | "failed" | "cancelled";
    status: number | null;
    stream: boolean;
    usage: Usage | null;
    cost_usd: number | null;
    first_ms: number | null;
    total_ms: number | null;
    attempts: readonly TimedAttempt[];
    error: string | null;
}
/** A call with what was said. */
export interface KeptCall extends CallSummary {
    request: string;
    response: string;
}
/** The last calls, for the page: at most 200, and 20 MB. */
export declare class CallBook {
    private readonly calls;
    private size;
    add(call: KeptCall): void;
    /** Changes a call that is still kept. */
    update(id: string, changes: Partial<KeptCall>): void;
    get(id: string): KeptCall | undefined;
    /** The newest first. */
    list(): CallSummary[];
    private trim;
}
/** The beginning of a text that is too long to keep. */
export declare function shorten(text: string): string;

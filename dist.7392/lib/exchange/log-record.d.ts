import type { Exchange, Json } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";
/** How much of a call is kept: who, what, when, tokens and cost; or its arguments and output too. */
export type LogLevel = "metadata" | "content";
/** A line of the log. */
export interface LogRecord extends Omit<Exchange, "request" | "response"> {
    /** Of level `content`: the arguments of the call. */
    arguments?: Json;
    /** Of level `content`: its result. */
    output?: Json;
    /** Where the call went that named an endpoint of its own. */
    endpoint?: string;
    /** Set where the sandbox answered. */
    sandbox?: true;
    /** Of a run of many rows: how many of them it finished. */
    rows?: {
        done: number;
        failed: number;
    };
}
/** Fields that the level `content` adds. */
export interface LoggedContent {
    arguments?: unknown;
    output?: unknown;
}
/** The line of the log for a call, without secrets. Metadata keeps of an error its name and status only. */
export declare function toLogRecord(exchange: Exchange, level: LogLevel, secrets: Secrets, content?: LoggedContent): LogRecord;

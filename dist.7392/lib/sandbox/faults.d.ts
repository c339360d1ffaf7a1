import type { Random } from "./random.ts";
/**
 * Something that goes wrong with a probability from 0 to 1: an error status; a connection that breaks before or in the
 * middle of the answer; a successful answer with half a body; a pause of `delay` milliseconds (default 2000). `rate` is
 * no accident but a limit of requests per minute, enforced by each provider; `headers` says whether responses tell it.
 */
export type Fault = {
    kind: "status";
    status: number;
    probability: number;
} | {
    kind: "drop" | "malformed";
    probability: number;
} | {
    kind: "slow";
    probability: number;
    delay?: number;
} | {
    kind: "rate";
    requestsPerMinute: number;
    headers: boolean;
};
/**
 * Reads faults as the command line writes them: `429:0.1,503:0.05,drop:0.02,malformed:0.01,slow`. Without a number the
 * probability is 1. `rate:600` limits the requests per minute; `rate-silent:600` does so without headers.
 * @throws InputError when the text says something else
 */
export declare function parseFaults(text: string): Fault[];
/** Answers a request, unless one of the faults comes first. */
export declare function withFaults(faults: readonly Fault[], random: Random, provider: string | undefined, signal: AbortSignal, answer: () => Promise<Response>): Promise<Response>;

import type { Secrets } from "./secrets.ts";
/** Nothing was written because a secret could not be removed. */
export declare class SecretFoundError extends Error {
    constructor();
}
/**
 * Whether a cleaned body still says a secret: a model that repeats a key in pieces, or JSON that writes it with escapes.
 * @param text the body; of a stream of events each JSON string is joined over the events, place by place
 */
export declare function saysSecret(text: string, secrets: Secrets): Promise<boolean>;

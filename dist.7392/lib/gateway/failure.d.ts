import { GatewayError } from "./errors.ts";
import type { Target } from "./types.ts";
/** How the call goes on after an error. */
export interface Failure {
    error: GatewayError;
    /** Another target may do better. */
    canFailOver: boolean;
    /** The service refused for its rate limit; `retryAfter` in seconds where it said so. */
    isLimit: boolean;
    /** Status, or name of the error, for the list of attempts. */
    outcome: {
        status: number;
    } | {
        error: string;
    };
}
/** Turns any error of a call into what the client is told. */
export declare function describeFailure(error: unknown, target: Target): Failure;
export declare function nameTarget({ provider, model }: Target): string;

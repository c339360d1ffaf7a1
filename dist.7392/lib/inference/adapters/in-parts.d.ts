import type { Args } from "../types.ts";
/**
 * Sends a list of inputs in as few requests as the service takes: all at once, and where it refuses that for the length
 * of the list, in parts of the length it names, or of half the length. The results are joined in order.
 *
 * @throws what `send` throws for any other reason, and where even a single input is refused
 */
export declare function sendInParts(args: Args, send: (args: Args) => Promise<unknown>): Promise<unknown>;

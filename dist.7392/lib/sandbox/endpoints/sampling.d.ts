import type { Fields } from "../body.ts";
import type { IncomingCall } from "../types.ts";
/** Parameters that chat and completion share. */
export interface Sampling {
    /** Most tokens of an answer. */
    maxTokens: number;
    stop: string[];
    /** Number of answers. */
    count: number;
    /** Whatever changes the answer beside the prompt; the same text repeats it. */
    variation: string;
    stream: boolean;
    includeUsage: boolean;
}
/** @throws ServiceFailure for values no service accepts */
export declare function readSampling(fields: Fields, defaultMaxTokens: number): Sampling;
/** An answer cut to what was asked for. */
export interface CutText {
    tokens: string[];
    finish: "stop" | "length";
}
/** Ends a text at the first stop and after the last token allowed. */
export declare function cutText(text: string, { maxTokens, stop }: Pick<Sampling, "maxTokens" | "stop">): CutText;
/**
 * Returns the tokens of prompt and answers, which count against the provider's limit; DeepInfra reports the cost as
 * well.
 */
export declare function createUsage({ service, state }: IncomingCall, model: string, prompt: string, completionTokens: number): {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    estimated_cost?: number;
};

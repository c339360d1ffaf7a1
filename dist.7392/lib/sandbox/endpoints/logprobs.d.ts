interface TokenProbability {
    token: string;
    logprob: number;
    bytes: number[];
}
/** Plausible probabilities of tokens: made from the tokens themselves, so they repeat. */
export declare function createLogprobs(tokens: readonly string[], top: number): {
    content: (TokenProbability & {
        top_logprobs: TokenProbability[];
    })[];
};
export {};

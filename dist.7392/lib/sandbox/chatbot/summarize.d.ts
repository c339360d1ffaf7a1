/**
 * Returns the sentences that say most about the text, in their order.
 * @param limit most words to return; at least one sentence is
 */
export declare function summarize(text: string, limit?: number): string;

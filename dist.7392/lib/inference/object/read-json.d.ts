/**
 * Returns the JSON value in an answer: the whole answer, the content of its only Markdown fence, or the part from its
 * first bracket to its last. Thoughts in `<think>` do not count. Undefined where there is none.
 */
export declare function readJson(answer: string): unknown;

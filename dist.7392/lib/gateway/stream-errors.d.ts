/** No text, reasoning or tool call came in time. */
export declare class FirstTokenTimeout extends Error {
    constructor(seconds: number);
}
/** The stream ended before the answer did. */
export declare class StreamCut extends Error {
    constructor();
}

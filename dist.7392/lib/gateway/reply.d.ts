/** What a client gets, without the weight of the class `Response`. */
export interface Reply {
    status: number;
    /** Names in lowercase. */
    headers: Record<string, string>;
    body: string | Blob | ReplyStream | undefined;
}
/** Text that comes piece by piece. It never fails: errors are part of the text. */
export interface ReplyStream {
    /** The next piece; undefined at the end. */
    next(): Promise<string | undefined>;
    /** The client has gone. */
    cancel(): void;
    /** Called once, at the end or when it was cancelled. */
    onEnd: (() => void) | undefined;
}
/** A reply with a JSON value. */
export declare function replyJson(value: unknown, { status, headers }?: Partial<Reply>): Reply;
/** Whether the body of a reply is a stream. */
export declare function isStream(body: Reply["body"]): body is ReplyStream;
/** The same as the platform's class. */
export declare function toResponse({ status, headers, body }: Reply): Response;

import type { Attempting } from "./call.ts";
import { type ErrorBody } from "./errors.ts";
import { type OpenedStream } from "./open-stream.ts";
import type { Reply } from "./reply.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";
/** The form in which a stream is passed on to the client. */
export interface StreamForm {
    /** Returns the bytes to send for whole events of the provider. */
    push(text: string): string;
    /** Returns the bytes to send at the end of a complete response. */
    end(): string;
    /** Returns the bytes to send when the response breaks off. */
    fail(error: ErrorBody): string;
}
/** Asks for a stream, and passes it on once its first token is there. */
export declare function answerStream(services: Services, session: Session, args: Readonly<Record<string, unknown>>, createForm: (attempting: Attempting) => StreamForm): Promise<Reply>;
/** The reply to a call whose target has begun to answer. */
export declare function replyStream(services: Services, session: Session, attempting: Attempting, opened: OpenedStream, form: StreamForm): Reply;

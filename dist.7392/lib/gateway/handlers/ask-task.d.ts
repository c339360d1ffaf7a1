import type { Exchange } from "../../exchange/index.ts";
import { type Args, type CallOptions } from "../../inference/index.ts";
import type { Attempting } from "../call.ts";
import type { Reply } from "../reply.ts";
import type { Services } from "../services.ts";
import type { Session } from "../session.ts";
/** The result of a task with the record of its call. */
export interface TaskAnswer<Output = unknown> {
    output: Output;
    exchange: Exchange;
    attempting: Attempting;
}
/**
 * Runs the session's task at the first target that does it.
 * @param args of the task; a function makes them for a target
 * @param read takes from the result what is wanted; where it throws, the next target is asked
 */
export declare function askTask<Output = unknown>(services: Services, session: Session, args: Args | ((attempting: Attempting) => Args), read: (output: unknown) => Output, options?: CallOptions): Promise<TaskAnswer<Output>>;
/** @throws ProviderOutputError where a result is no file */
export declare function readFile(output: unknown): Blob;
/** A JSON answer of a call that has ended. */
export declare function answerJson(session: Session, answers: readonly TaskAnswer[], value: unknown, clean: Services["clean"]): Reply;
/** A text as the answer of a call that has ended. */
export declare function answerText(session: Session, answers: readonly TaskAnswer[], text: string, type: string): Reply;
/** A file as the answer of a call that has ended. */
export declare function answerFile(session: Session, answer: TaskAnswer<Blob>): Reply;
/** Tokens in the words of the OpenAI API. */
export declare function toOpenAiUsage(usage: Exchange["usage"]): Record<string, number>;

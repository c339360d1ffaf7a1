import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
/** `POST /v1/tasks/{task}`: any task; the answer is what `hub infer --json` prints. */
export declare function answerTask(incoming: Incoming): Promise<Reply>;

import type { Call, ProviderResponse, TaskAdapter } from "../../types.ts";
interface Queued<Output> extends Pick<TaskAdapter<Output>, "copies" | "encode" | "payload"> {
    /** The result; `response` is for downloads. */
    read(result: unknown, response: ProviderResponse): Promise<Output>;
    /** Path of the model, where it is not the model's id. */
    path?: (call: Call) => string;
}
/** Returns a task of fal.ai that goes through its queue. */
export declare function queued<Output>(task: string, { read, path, ...wire }: Queued<Output>): TaskAdapter<Output>;
export {};

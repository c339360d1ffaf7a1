import * as tasks from "./tasks.ts";
import type { Options } from "./types.ts";
type TaskFunctions = typeof tasks;
declare const TaskMethods: new () => TaskFunctions;
/**
 * All task functions with one token and one set of options.
 *
 * ```ts
 * const client = new InferenceClient(process.env.HF_TOKEN);
 * const { choices } = await client.chatCompletion({ model: "org/name", messages: [{ role: "user", content: "Hi" }] });
 * ```
 */
export declare class InferenceClient extends TaskMethods {
    readonly accessToken: string;
    readonly defaultOptions: Options & {
        endpointUrl?: string | undefined;
    };
    /**
     * @param accessToken hub token (`hf_…`) or a provider's own key; a call's `accessToken` takes its place
     * @param defaultOptions options of every call; a call's own take their place
     */
    constructor(accessToken?: string, defaultOptions?: Options & {
        endpointUrl?: string | undefined;
    });
    /** Returns the same client for an endpoint of your own. */
    endpoint(endpointUrl: string): InferenceClient;
}
/** @deprecated use `InferenceClient` */
export declare class HfInference extends InferenceClient {
}
/** @deprecated use `InferenceClient` */
export declare class InferenceClientEndpoint extends InferenceClient {
}
export {};

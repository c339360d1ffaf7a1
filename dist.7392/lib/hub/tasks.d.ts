import { type HubOptions } from "./request.ts";
/**
 * Returns the hub's default model of a task: the first one listed for it.
 * @throws HubApiError when the hub refuses; InputError when the task has no default
 */
export declare function fetchDefaultModel(task: string, options: HubOptions): Promise<string>;
/**
 * Returns the task of a model (its `pipeline_tag`); null when it has none or the hub does not say. Cached for ten
 * minutes.
 */
export declare function fetchDefaultTask(model: string, options: HubOptions & {
    now?: (() => number) | undefined;
}): Promise<string | null>;

/** An option of a task. */
export interface TaskParameter {
    /** Where it goes in the input, such as `parameters.top_k`, or `temperature` in a chat. */
    path: string;
    /** Last part of the path. */
    name: string;
    /** In words, such as `an integer`. */
    type: string;
    description: string;
    isRequired: boolean;
    /** Absent when the model decides. */
    default?: unknown;
}
/** Returns the options of a task, in the schema's order; empty for tasks without a schema. */
export declare function loadTaskParameters(task: string): Promise<TaskParameter[]>;

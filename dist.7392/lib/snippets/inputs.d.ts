import { type ExampleMessage } from "../catalogue/example-messages.ts";
import { type ModelDataMinimal } from "../catalogue/index.ts";
export type { ExampleMessage as ChatMessage } from "../catalogue/example-messages.ts";
/** A text, a file name, named inputs, or a conversation. */
export type ExampleInput = string | Record<string, unknown> | ExampleMessage[];
/** Placeholder for the input of a task without an example. */
export declare const NO_EXAMPLE = "No input example has been defined for this model task.";
/** Returns what an example sends to the model; undefined for tasks without API snippets. */
export declare function findExampleInput(model: ModelDataMinimal): ExampleInput | undefined;

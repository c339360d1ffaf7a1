import { type WidgetType } from "../catalogue/index.ts";
import { type Call } from "../inference/index.ts";
/** Organization whose models state what they do in their name. */
export declare const SANDBOX_ORG = "sandbox";
/** Prefixes of model names of the organization `sandbox`. */
declare const BEHAVIOURS: readonly ["missing", "gated", "staging", "unserved", "failing", "endless", "queued", "limited", "overloaded", "lora"];
/** How a model made for tests misbehaves. */
export type Behavior = (typeof BEHAVIOURS)[number];
/** The behavior a name asks for: `sandbox/failing-text-to-video` fails. */
export declare function behaviorOf(model: string): Behavior | undefined;
/** Returns the task that a model's name states; undefined when it states none. */
export declare function findTask(model: string): WidgetType | undefined;
/** Returns the task of a model. A model whose name states no task is a chat model. */
export declare function taskOf(model: string): WidgetType;
type MappingEntry = NonNullable<Call["mapping"]>;
/** Who serves a model: everybody who serves one of its tasks. */
export declare function createMapping(model: string): MappingEntry[];
export {};

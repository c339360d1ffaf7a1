import type { WidgetType } from "../catalogue/index.ts";
import type { InferenceProvider } from "../inference/index.ts";
/** Tasks that each provider serves here. A test compares them with those of the client. */
export declare const SERVED_TASKS: Record<InferenceProvider, readonly WidgetType[]>;

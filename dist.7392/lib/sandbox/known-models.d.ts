import type { WidgetType } from "../catalogue/index.ts";
/** Well-known models by task; the first of a task is its default. They are what a search finds. */
export declare const KNOWN_MODELS: {
    readonly [Task in WidgetType]?: readonly string[];
};

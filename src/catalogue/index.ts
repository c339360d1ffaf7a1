export { PIPELINE_TYPES, type PipelineType, type WidgetType } from "./ids.ts";
export type * from "./model-data.ts";
export { SPECIAL_TOKENS_ATTRIBUTES } from "./model-data.ts";
export type * from "./widget-examples.ts";

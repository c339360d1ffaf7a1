import type { WidgetType } from "./ids.ts";
import type { WidgetExample } from "./widget-examples.ts";
/** One text of the text input, or a whole example. */
export type DefaultWidgetInput = string | WidgetExample;
/** Example inputs where a model has none of its own: language code → widget type → examples. */
export declare const MAPPING_DEFAULT_WIDGET: ReadonlyMap<string, ReadonlyMap<WidgetType, readonly DefaultWidgetInput[]>>;

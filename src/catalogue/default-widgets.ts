import widgets from "./data/texts/widgets.json" with { type: "json" };
import type { WidgetType } from "./ids.ts";
import type { WidgetExample } from "./widget-examples.ts";

/** One text of the text input, or a whole example. */
export type DefaultWidgetInput = string | WidgetExample;

/** Example inputs for models without examples: language code → widget type → examples. */
export const MAPPING_DEFAULT_WIDGET: ReadonlyMap<
	string,
	ReadonlyMap<WidgetType, readonly DefaultWidgetInput[]>
> = new Map(
	Object.entries(widgets).map(([language, examples]) => [
		language,
		new Map(Object.entries(examples) as [WidgetType, DefaultWidgetInput[]][]),
	]),
);

/**
 * The props of every island: the page that writes them and the island that reads them share these types. They travel as
 * JSON in an attribute, so they hold plain data only.
 */

import type { CallTask, FormValues } from "../call-task.ts";
import type { ModelRecord } from "../page.ts";
import type { TemplateSample } from "../samples/templates.ts";
import type { RenderResult } from "./template/render.ts";
import type { ModelEntries } from "./use-model/describe-model.ts";

/** What "Use this model" shows first. */
export interface FirstModel {
	record: ModelRecord;
	entries: ModelEntries;
}

/** A button of a sample. */
export interface SampleButton {
	id: string;
	what: string;
}

export interface IslandProps {
	"run-it": {
		/** One task, or several to choose from. */
		tasks: CallTask[];
		/** Distinguishes the box from others on the page. */
		name?: string | undefined;
		/** In place of the example, the first provider and its model. */
		initial?: { values?: FormValues | undefined; provider?: string | undefined; model?: string | undefined };
	};
	playground: { tasks: CallTask[] };
	template: { samples: TemplateSample[]; initial: RenderResult };
	"use-dialog": { initial: FirstModel; samples: SampleButton[]; note?: string };
	"use-model": { initial: FirstModel; samples: SampleButton[] };
}

export type IslandName = keyof IslandProps;

import type { PipelineType } from "./ids.ts";
import type { TaskData } from "./task-data.ts";
import { type TaskGuide } from "./task-texts.ts";
/** The record of each task; undefined for tasks that have none. */
export declare const TASKS_DATA: Record<PipelineType, TaskData | undefined>;
/** Returns the guide of a task; undefined for tasks that have no record. */
export declare function findTaskGuide(id: PipelineType): TaskGuide | undefined;

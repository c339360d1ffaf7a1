import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
export declare function transformersJs({ id, pipeline_tag: task }: ModelData): Snippet[];

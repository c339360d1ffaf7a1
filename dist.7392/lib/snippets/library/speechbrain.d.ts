import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
export declare function speechbrain({ id, config }: ModelData): Snippet[];

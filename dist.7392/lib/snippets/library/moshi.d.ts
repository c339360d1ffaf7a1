import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
/** The back end follows from the name of the model. */
export declare function moshi({ id }: ModelData): Snippet[];

import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
export declare function espnet(model: ModelData): Snippet[];

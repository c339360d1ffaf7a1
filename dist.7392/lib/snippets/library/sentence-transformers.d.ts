import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
export declare function sentenceTransformers(model: ModelData): Snippet[];

import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
export declare function kerasHub({ id, config }: ModelData): Snippet[];

import type { Route } from "./types.ts";
/** Routes of OpenAI besides chat and batches, below a base path such as `v1`. */
export declare function openaiRoutes(base: string): Route[];

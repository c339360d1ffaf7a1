import type { Route } from "../types.ts";
/** Returns the list of models and one of them, below a base path such as `openai/v1`. */
export declare function modelRoutes(base: string): Route[];

import type { Route } from "./types.ts";
/** Returns the batch service in OpenAI's form below a base path such as `openai/v1`. */
export declare function batchRoutes(base: string): Route[];

import type { JsonSchema } from "./reference.ts";
/** Reports what a number, string, list or object breaks of the limits in its schema. */
export declare function checkLimits(schema: JsonSchema, value: unknown, report: (message: string) => void): void;
/** Whether a pattern of a schema occurs in a text; one that is no pattern occurs in all. */
export declare function matches(pattern: string, text: string): boolean;

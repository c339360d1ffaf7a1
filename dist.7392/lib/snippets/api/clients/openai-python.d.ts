import type { Plan } from "../plan.ts";
/** Python with the package `openai`. */
export declare function writeOpenaiPython(plan: Plan): string | undefined;

import type { Plan } from "../plan.ts";
/** JavaScript with the package `openai`. */
export declare function writeOpenaiJs(plan: Plan): string | undefined;

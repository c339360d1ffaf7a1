import type { Plan } from "../plan.ts";
/** JavaScript with the package `@huggingface/inference`. */
export declare function writeHuggingfaceJs(plan: Plan): string | undefined;

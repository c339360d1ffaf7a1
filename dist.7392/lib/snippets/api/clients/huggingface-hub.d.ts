import type { Plan } from "../plan.ts";
/** Python with the package `huggingface_hub`. */
export declare function writeHuggingfaceHub(plan: Plan): string;

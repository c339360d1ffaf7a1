import { type GeneratorTable } from "./snippet.ts";
/** Libraries that speak or listen. */
export declare const speech: GeneratorTable;

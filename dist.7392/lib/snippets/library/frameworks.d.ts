import { type GeneratorTable } from "./snippet.ts";
/** Libraries for models of any kind. */
export declare const frameworks: GeneratorTable;

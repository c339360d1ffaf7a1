import { type GeneratorTable } from "./snippet.ts";
/** Libraries that make, separate or understand sound. */
export declare const audio: GeneratorTable;

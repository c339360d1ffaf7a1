import { type GeneratorTable } from "./snippet.ts";
/** Libraries that read and write. */
export declare const text: GeneratorTable;

import { type GeneratorTable } from "./snippet.ts";
/** Libraries about bodies in space, and films. */
export declare const space: GeneratorTable;

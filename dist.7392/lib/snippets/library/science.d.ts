import { type GeneratorTable } from "./snippet.ts";
/** Libraries for medicine, the earth, and series of measurements. */
export declare const science: GeneratorTable;

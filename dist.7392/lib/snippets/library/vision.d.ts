import { type GeneratorTable } from "./snippet.ts";
/** Libraries that see. Those about three dimensions are in `space.ts`. */
export declare const vision: GeneratorTable;

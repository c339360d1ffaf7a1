import { type GeneratorTable } from "./snippet.ts";
/** Libraries that draw or film. Those that branch have files of their own. */
export declare const diffusion: GeneratorTable;

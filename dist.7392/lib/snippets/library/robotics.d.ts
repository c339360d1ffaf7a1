import { type GeneratorTable } from "./snippet.ts";
/** Libraries for agents that act in games and simulations. */
export declare const robotics: GeneratorTable;

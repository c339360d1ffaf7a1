import type { Skill } from "./skill.ts";
/** Haiku of five, seven and five syllables about what is asked for. */
export declare const writeHaiku: Skill;

import type { Skill } from "./skill.ts";
/** Writes code in a fenced block. */
export declare const writeCode: Skill;

import type { Skill } from "./skill.ts";
/** Classifies a text into one of the classes that a request names: "Classify as spam or ham: …". */
export declare const classify: Skill;

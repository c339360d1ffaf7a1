import type { Skill } from "./skill.ts";
/** Poems from the words of the request. */
export declare const writePoem: Skill;
/** Stories with the words of the request in them. */
export declare const writeStory: Skill;
/** Numbered lists. */
export declare const writeList: Skill;
/** For everything else: one line that says so. */
export declare const admit: Skill;

import type { Skill } from "./skill.ts";
/** Repeats the text the user asks for. */
export declare const repeat: Skill;
/** Transforms a text in quotes or behind a colon. */
export declare const transform: Skill;
/** Counts a letter in a word: "how many r's are in strawberry". */
export declare const countLetters: Skill;
/** The text a request is about: in quotes, behind a colon, or on the lines below. */
export declare function findSubject(question: string): string | undefined;

import type { Skill } from "./skill.ts";
/** Calculates. */
export declare const calculate: Skill;
/** Greets, thanks, introduces itself, and knows the date. */
export declare const converse: Skill;
/** Summarizes a text in the message, or the conversation. */
export declare const summarizeText: Skill;
/** Translates word by word, as well as its small dictionary allows. */
export declare const translateText: Skill;
/** Knows some capitals: everybody asks for one. */
export declare const nameCapital: Skill;
/** Explains what it knows, mostly of machine learning. */
export declare const explain: Skill;

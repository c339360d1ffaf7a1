import { type Scored } from "./scores.ts";
/** Classifies a text as the model would, judged by its name: languages, emotions, attacks, or whether it is friendly. */
export declare function classifyText(text: string, model: string): Scored[];
/** Friendly words minus unfriendly ones; a negation turns the next three words round. */
export declare function measureMood(text: string): number;

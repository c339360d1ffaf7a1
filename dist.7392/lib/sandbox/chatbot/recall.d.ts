import type { Skill } from "./skill.ts";
/** Recalls facts from earlier in the conversation. */
export declare const recall: Skill;
/** Reports the result of a tool, as a model does after a call. */
export declare const reportTool: Skill;
/** Looks the answer up in the earlier messages, or in the text above the question. */
export declare const lookUp: Skill;

import type { Skill } from "./skill.ts";
export declare const tellJoke: Skill;
/** Says what it can do. */
export declare const listAbilities: Skill;
/** Counts: "count to ten", "count from 3 to 7". */
export declare const countUp: Skill;
/** Says whether a number is prime, and if not, why. */
export declare const checkPrime: Skill;
/** Writes a short letter; recipient and subject come from the request. */
export declare const writeLetter: Skill;

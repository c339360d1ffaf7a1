import type { Plan } from "../plan.ts";
/** Returns a command for the shell. */
export declare function writeCurl(plan: Plan): string | undefined;

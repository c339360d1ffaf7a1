import type { Plan } from "../plan.ts";
/** Python with the package `requests`. */
export declare function writeRequests(plan: Plan): string | undefined;

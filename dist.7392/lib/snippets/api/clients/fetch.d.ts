import type { Plan } from "../plan.ts";
/** JavaScript without any package. */
export declare function writeFetch(plan: Plan): string | undefined;

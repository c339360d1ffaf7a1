import type { Context } from "../../../context.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import type { Pricing } from "../pricing.ts";

export async function runJobs(_plan: Plan, _pricing: Pricing, _options: BatchCommandOptions, _context: Context): Promise<void> {}

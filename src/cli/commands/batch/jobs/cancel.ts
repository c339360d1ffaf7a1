import type { Context } from "../../../context.ts";
import type { BatchCommandOptions } from "../options.ts";

export async function cancelJobs(_output: string, _options: BatchCommandOptions, _context: Context): Promise<void> {}

import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { makeFingerprint } from "./fingerprint.ts";
import { Locked } from "./journal/lock.ts";
import { createManifest } from "./journal/manifest.ts";
import { type OpenOutput, openOutput } from "./journal/open.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat } from "./output/tables.ts";
import type { Plan } from "./plan.ts";

/** Opens the output of a run. */
export function openRun(plan: Plan, output: string, options: BatchCommandOptions, context: Context): OpenOutput {
	const manifest = createManifest(makeFingerprint(plan, options, context), plan.source.marks, plan.shard);
	return exitIfLocked(
		() => openOutput(output, tableFormat(output) !== undefined, manifest, options.force ?? false),
		context,
	);
}

/** Opens an output. While another process uses it, the command ends with exit code 1. */
export function exitIfLocked<Opened>(open: () => Opened, context: Context): Opened {
	try {
		return open();
	} catch (error) {
		if (!(error instanceof Locked)) throw error;
		context.warn(`${context.colors.stderr.red("Error:")} ${error.message}`);
		throw new ExitWithoutError();
	}
}

import { rmSync } from "node:fs";
import { basename } from "node:path";
import { listLogFiles } from "../../config/log.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";

/** Removes the log files of earlier months. */
export async function clearLog(before: string | undefined, context: Context): Promise<void> {
	if (before === undefined) {
		throw new UsageError("hub logs clear needs --before.", "Name a month: hub logs clear --before 2026-01");
	}
	if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(before)) {
		throw new UsageError(`--before ${before} is not a month.`, "Write it as 2026-01.");
	}
	const old = listLogFiles(context.env).filter((path) => basename(path, ".jsonl") < before);
	for (const path of old) rmSync(path, { force: true });
	context.note(`Removed ${old.length} ${old.length === 1 ? "month" : "months"} before ${before}.`);
}

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { describeJob, type Manifest, readManifest } from "./journal/manifest.ts";
import { damaged, hasResults, isLocked, journalPath, lacksManifest } from "./journal/open.ts";

import { type JournalState, scanJournal } from "./journal/scan.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat } from "./output-tables.ts";
import { describeSummary } from "./report.ts";
import { countCauses, type Summary } from "./tally.ts";

/** `hub batch status`: reads the state of a run only from its files. */
export async function printStatus(given: string, options: BatchCommandOptions, context: Context): Promise<void> {
	const output = resolve(context.cwd, given);
	const journal = journalPath(output, tableFormat(output) !== undefined);
	const manifest = readManifest(output);
	if (!manifest && hasResults(journal)) throw lacksManifest(output);
	if (!manifest)
		throw new UsageError(`${given} is not an output of hub batch.`, "Name the file that was given with -o.");
	if (manifest.jobs.some(({ isCollected }) => !isCollected)) {
		const { refreshJobs } = await import("./jobs/cancel.ts");
		await refreshJobs(manifest, options, context);
	}
	const state = existsSync(journal) ? scanJournal(journal) : undefined;
	if (state?.foreignLine !== undefined) {
		const { message, hint } = damaged(journal, state.foreignLine, output);
		context.warn(`${message} ${hint}`);
	}
	const summary = describeRun(output, manifest, state);
	if (context.flags.json) return await context.print(`${JSON.stringify(summary)}\n`);
	const jobs = manifest.jobs.map(
		({ part, jobId, status, rows }) => `  Job ${jobId ?? "(not created)"} (part ${part}, ${rows} rows): ${status}`,
	);
	await context.print(`${[...describeSummary(summary), ...jobs].join("\n")}\n`);
}

function describeRun(output: string, manifest: Manifest, state: JournalState | undefined): Summary {
	const done = state?.done.count ?? 0;
	const failed = state?.failed.count ?? 0;
	const { total, cost_usd } = manifest.counts;
	const running = isLocked(output);
	const seconds = running ? (Date.now() - Date.parse(manifest.started)) / 1000 : manifest.seconds;
	const cost = state && state.cost > 0 ? state.cost : cost_usd;
	return {
		total,
		done,
		failed,
		left: total === null ? null : Math.max(0, total - done - failed),
		running,
		cost_usd: cost > 0 ? cost : null,
		rows_per_second: seconds > 0 ? Number(((done + failed) / seconds).toPrecision(4)) : null,
		errors: state?.errors.slice(0, 20) ?? [],
		causes: countCauses(state?.errors ?? []),
		...(manifest.jobs.length > 0 ? { jobs: manifest.jobs.map(describeJob) } : {}),
	};
}

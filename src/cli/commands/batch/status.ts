import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { describeJob, type Manifest, readManifest } from "./journal/manifest.ts";
import { damaged, hasResults, isLocked, journalPath, lacksManifest } from "./journal/open.ts";

import { type ErrorCount, type JournalState, scanJournal } from "./journal/scan.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat } from "./output-tables.ts";
import { isPlace, openPlace, type Place } from "./parts/place.ts";
import { describeSummary } from "./report.ts";
import { countCauses, type Summary } from "./tally.ts";

/** `hub batch status`: reads the state of a run only from its files. */
export async function printStatus(given: string, options: BatchCommandOptions, context: Context): Promise<void> {
	if (await isPlace(given, context)) return await printPlaceStatus(await openPlace(given, options, context), context);
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

/** The shards of a folder of parts, added up from their indexes. */
async function printPlaceStatus(place: Place, context: Context): Promise<void> {
	const { findParts, readManifests, sumParts, WHOLE } = await import("./parts/part-run.ts");
	const files = await place.list();
	const parts = findParts(files);
	const manifests = await readManifests(place, files);
	const [first] = manifests;
	if (!first)
		throw new UsageError(`${place.name} is not an output of hub batch.`, "Name the place that was given with -o.");
	const count = first.shard?.count ?? 1;
	const [tally, errors] = [{ done: 0, failed: 0, cost: 0, total: 0, ended: 0 }, new Map<string, ErrorCount>()];
	for (const manifest of manifests) {
		const state = (await sumParts(place, parts, manifest.shard ?? WHOLE, manifest.range)).toState();
		tally.done += state.done.count;
		tally.failed += state.failed.count;
		tally.cost += state.cost;
		tally.total += manifest.counts.total ?? manifest.range?.rows ?? Number.NaN;
		if (manifest.ended !== null) tally.ended++;
		for (const error of state.errors) {
			const key = JSON.stringify([error.kind, error.status, error.message]);
			errors.set(key, { ...error, count: error.count + (errors.get(key)?.count ?? 0) });
		}
	}
	const { done, failed, cost } = tally;
	const total = manifests.length === count && !Number.isNaN(tally.total) ? tally.total : null;
	const all = [...errors.values()].sort((a, b) => b.count - a.count);
	const summary: Summary = {
		total,
		done,
		failed,
		left: total === null ? null : Math.max(0, total - done - failed),
		running: false,
		cost_usd: cost > 0 ? cost : null,
		rows_per_second: null,
		errors: all.slice(0, 20),
		causes: countCauses(all),
	};
	const shards = { total: count, started: manifests.length, ended: tally.ended };
	if (context.flags.json) return await context.print(`${JSON.stringify({ ...summary, shards })}\n`);
	const lines = [
		...describeSummary(summary),
		`  Shards: ${shards.ended} of ${count} finished, ${shards.started} started`,
	];
	await context.print(`${lines.join("\n")}\n`);
}

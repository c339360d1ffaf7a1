import { resolve } from "node:path";
import { taskName } from "../../../catalogue/aliases.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { replaceWhole } from "../../files/replace-whole.ts";
import { checkWritable } from "../../files/writable.ts";
import { formatCount } from "../../terminal/amounts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { BatchRun } from "./batch-run.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { RunRecord } from "./run-record.ts";
import { shardPath } from "./shard.ts";
import { formatDuration, type Tally } from "./tally.ts";

/** Spans of the line that shows the rate on a terminal. */
const COLUMNS = 40;
const STEPS = "▁▂▃▄▅▆▇█";

/**
 * Checks `--report` before anything is asked.
 * @returns the path of the page; undefined without the option
 */
export function findReport(
	{ output, shard, source, place }: Plan,
	{ report }: BatchCommandOptions,
	context: Context,
): string | undefined {
	if (report === undefined) return undefined;
	if (!/\.html?$/i.test(report))
		throw new UsageError("--report writes a page.", "Name a file that ends in .html.", "option-value");
	const whole = resolve(context.cwd, report);
	const path = shard ? shardPath(whole, shard) : whole;
	if (path === output || source.paths.includes(path))
		throw new UsageError(
			`${report} is the ${path === output ? "output" : "input"}.`,
			"Name another file with --report.",
		);
	if (place?.folder !== undefined && path.startsWith(`${place.folder}/`))
		throw new UsageError("The folder of parts holds parts only.", "Name a file elsewhere with --report.");
	checkWritable(path, "file");
	return path;
}

/** Keeps a record of a run where it is shown at the end: on a terminal, or as the page of `--report`. */
export class RunReport {
	readonly record: RunRecord;
	private readonly run: BatchRun;
	private readonly tally: Tally;
	private readonly path: string | undefined;
	private readonly earlier: number;

	private constructor(run: BatchRun, tally: Tally, path: string | undefined) {
		this.run = run;
		this.tally = tally;
		this.path = path;
		this.earlier = tally.done + tally.failed;
		this.record = new RunRecord(tally.lanes, run.context);
	}

	/** Undefined where nobody sees it. */
	static open(run: BatchRun, tally: Tally, path: string | undefined): RunReport | undefined {
		const { stderr, flags } = run.context;
		return path !== undefined || (stderr.isTTY && !flags.quiet && !flags.json)
			? new RunReport(run, tally, path)
			: undefined;
	}

	/**
	 * Writes the page, and prints the same in short on a terminal.
	 * @param problem what stopped the run early, if anything did
	 */
	async finish(problem: unknown): Promise<void> {
		const { record, tally, path } = this;
		const { plan, options, context } = this.run;
		record.close();
		if (path !== undefined) {
			const { makeReportPage } = await import("./report-page.ts");
			const reason =
				problem instanceof Error ? problem.message : context.signal.aborted ? "It was interrupted." : undefined;
			const hide = (text: string): string => context.secrets.hide(text);
			const page = await makeReportPage(record, {
				task: taskName(plan.task),
				model: options.model ?? plan.resolved[0]?.model,
				inputs: plan.source.marks.length > 0 ? plan.source.marks.map(({ name }) => hide(name)) : ["standard input"],
				output: options.output === undefined ? undefined : hide(options.output),
				problem: reason === undefined ? undefined : `The run stopped early. ${hide(reason)}`,
				earlier: this.earlier,
				summary: tally.summary(),
				seconds: tally.seconds,
				usage: tally.usage,
				lanes: [...tally.lanes.values()],
			});
			replaceWhole(path, undefined, (write) => write(page));
		}
		if (context.stderr.isTTY && !context.flags.json) for (const line of await this.describe()) context.note(line);
		if (path !== undefined) context.note(`Report: ${path}`);
	}

	private async describe(): Promise<string[]> {
		const { record, tally } = this;
		const { spans, width, slowest, samples } = record;
		const [slowestRow] = slowest;
		if (!slowestRow || tally.seconds < 1) return [];
		const rates = groupRates(spans.map(({ done, failed }) => (done + failed) / width));
		const fastest = Math.max(...rates);
		const line = rates.map((rate) => STEPS[Math.ceil((rate / fastest) * (STEPS.length - 1))] ?? "").join("");
		const lanes = [...tally.lanes.values()].filter(({ limited, pace }) => limited > 0 || pace !== undefined);
		const limits = lanes.map(
			({ name, limited, pace }) =>
				`${sanitize(name)} ${pace === undefined ? "of unknown rate" : `${Number(pace.toPrecision(2))} calls/s`} (${formatCount(limited)} calls met it)`,
		);
		const { usage } = tally;
		const sample = await samples[0];
		return [
			...(fastest > 0
				? [`  Rate: ${line} up to ${Number(fastest.toPrecision(3))} rows/s in ${formatDuration(tally.seconds)}`]
				: []),
			...(limits.length > 0 ? [`  Limit: ${limits.join(", ")}`] : []),
			`  Calls: ${formatDuration(record.quantile(0.5) ?? 0)} the median, 95 % within ${formatDuration(record.quantile(0.95) ?? 0)}; slowest: ${cut(slowestRow.id, 40)}, ${formatDuration(slowestRow.seconds)}`,
			...(usage ? [`  Tokens: ${formatCount(usage.input_tokens)} in, ${formatCount(usage.output_tokens)} out`] : []),
			...(sample?.text ? [`  For example ${cut(sample.id, 40)}: ${cut(sample.text, 100)}`] : []),
		];
	}
}

/** The rates of at most {@link COLUMNS} spans of equal length. */
function groupRates(rates: readonly number[]): number[] {
	const size = Math.max(1, Math.ceil(rates.length / COLUMNS));
	return Array.from({ length: Math.ceil(rates.length / size) }, (_, place) => {
		const own = rates.slice(place * size, (place + 1) * size);
		return own.reduce((sum, rate) => sum + rate, 0) / own.length;
	});
}

function cut(text: string, most: number): string {
	const letters = [...sanitize(text).replace(/\s+/g, " ")];
	return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}

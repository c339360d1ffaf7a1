import { callRows } from "./call-rows.ts";
import { type BatchRun, conclude } from "./conclude.ts";
import { OrderedLines } from "./output/ordered.ts";
import { LineMaker } from "./result-lines.ts";
import { Tally } from "./tally.ts";

/** Runs the rows and prints the results. */
export async function runToStdout(run: BatchRun): Promise<void> {
	const { plan, pricing, sample, options, context } = run;
	const tally = new Tally(0, 0, 0, []);
	const drop = new AbortController();
	const lines = new LineMaker(options, undefined, false, context);
	const ordered = options.ordered ? new OrderedLines(plan.shard) : undefined;
	let problem: unknown;
	try {
		const source = { plan, skip: undefined, only: sample?.only };
		const parts = { tally, pricing, cache: undefined, drop, spent: 0, gate: ordered };
		problem = await callRows(source, parts, options, context, async (result) => {
			tally.add(result, false);
			if (sample) return void sample.results.push(result);
			const line = await lines.make(result);
			for (const ready of ordered ? ordered.add(result.index, line) : [line]) await context.print(ready);
		});
	} catch (error) {
		problem = error;
	}
	await conclude(run, tally, problem, true);
}

import type { Context } from "../../../context.ts";
import { isUnattended } from "../../../terminal/process-io.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { Tally } from "../tally.ts";
import { describeProgress, readFacts, type View } from "./describe.ts";

const LINE_MS = 30_000;
const JSON_MS = 1000;

const NOTHING: View = { stop: () => undefined };

/** Starts the right view: drawn on a terminal, else an occasional line. */
export async function startView(
	tally: Tally,
	{ progress = "auto" }: BatchCommandOptions,
	context: Context,
): Promise<View> {
	const { stderr, env, flags } = context;
	if (progress === "none" || flags.quiet) return NOTHING;
	if (progress === "json") return repeat(JSON_MS, () => context.warn(JSON.stringify(readFacts(tally))), true);
	const isDrawn = progress === "auto" && stderr.isTTY && env["TERM"] !== "dumb" && !isUnattended(env) && !flags.debug;
	if (!isDrawn) return repeat(LINE_MS, () => context.warn(describeProgress(readFacts(tally))), false);
	const { drawProgress } = await import("./draw.tsx");
	return drawProgress(tally, context);
}

function repeat(delay: number, print: () => void, isLastShown: boolean): View {
	const timer = setInterval(print, delay);
	timer.unref();
	return {
		stop: () => {
			clearInterval(timer);
			if (isLastShown) print();
		},
	};
}

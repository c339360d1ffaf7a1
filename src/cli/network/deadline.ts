import { settleWithin, untilAborted } from "../../http/abort.ts";
import { startDeadline } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { ExitWithoutError } from "../errors/exit-codes.ts";

/** Milliseconds after the deadline for printing partial results. */
const PATIENCE_MS = 1000;

/**
 * Runs work within `--deadline`: look-ups, connecting, retries and their pauses, every provider that is tried, answers,
 * polls, downloads and tools. The context of the work has a signal that aborts at the deadline; work that does not respond
 * to it is abandoned.
 * @param seconds undefined or 0 for no limit
 * @param patience milliseconds after the deadline until the work is abandoned
 * @throws DeadlineError, unless the work reports its outcome by an exit code
 */
export async function withDeadline<Result>(
	seconds: number | undefined,
	context: Context,
	work: (limited: Context) => Promise<Result>,
	patience = PATIENCE_MS,
): Promise<Result> {
	if (!seconds) return await work(context);
	const { signal = context.signal, close } = startDeadline(seconds * 1000, context.signal);
	// Lazy members stay lazy.
	const limited = Object.create(context, { signal: { value: signal } }) as Context;
	const working = work(limited).catch((error: unknown) => {
		throw signal.aborted && !(error instanceof ExitWithoutError) ? signal.reason : error;
	});
	try {
		const leave = untilAborted(signal).then(async () => {
			await settleWithin(working, patience);
			throw signal.reason;
		});
		return await Promise.race([working, leave]);
	} finally {
		close();
	}
}

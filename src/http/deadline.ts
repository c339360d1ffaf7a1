import { InferenceClientDeadlineError } from "../errors.ts";
import { limitTime, type TimedSignal } from "./abort.ts";

/**
 * Starts a deadline for all requests, pauses and responses of an operation: its signal follows another one,
 * and aborts with a DeadlineError.
 * @param time in milliseconds; no limit if undefined or too long for a timer
 */
export function startDeadline(time: number | undefined, outer: AbortSignal | undefined): TimedSignal {
	return limitTime(outer, time, (seconds) => new InferenceClientDeadlineError(seconds));
}

/**
 * Starts the deadline of work that makes several calls.
 * @returns the options of each call, which share it; `close` removes it
 */
export function shareDeadline<Options extends { deadline?: number | undefined; signal?: AbortSignal | undefined }>(
	options: Options,
): { options: Options; close(): void } {
	if (options.deadline === undefined) return { options, close: () => undefined };
	const { signal, close } = startDeadline(options.deadline, options.signal);
	return { options: { ...options, signal, deadline: undefined }, close };
}

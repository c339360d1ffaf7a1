import { abortError, abortReason, onAbort } from "./abort.ts";

/** Timers of all runtimes count in 32 bits; a longer delay would end at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Pauses for a number of milliseconds, or until the signal is aborted. */
export type Wait = (delay: number, signal?: AbortSignal | null) => Promise<void>;

/**
 * Resolves after a time.
 * @param delay in milliseconds
 * @param signal ends the wait at once: the promise rejects with the signal's reason if that is an Error, else with an
 *   `AbortError`
 */
export function wait(delay: number, signal?: AbortSignal | null): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(abortError(signal));
		const release = onAbort(signal, () => {
			clearTimeout(timer);
			reject(abortError(signal));
		});
		const timer = setTimeout(
			() => {
				release();
				resolve();
			},
			Math.min(delay, LONGEST_TIMER),
		);
	});
}

/** Settles like `pending`, or rejects with the signal's reason as soon as that is aborted. */
export function race<T>(pending: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
	if (!signal) return pending;
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(abortReason(signal));
		if (signal.aborted) stop();
		const release = signal.aborted ? undefined : onAbort(signal, stop);
		pending.then(resolve, reject).finally(release);
	});
}

/** Timers of all runtimes count in 32 bits; a longer delay would end at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Pauses for so many milliseconds, or until the signal ends it. */
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
		const stop = (): void => {
			clearTimeout(timer);
			reject(abortError(signal));
		};
		const timer = setTimeout(
			() => {
				signal?.removeEventListener("abort", stop);
				resolve();
			},
			Math.min(delay, LONGEST_TIMER),
		);
		signal?.addEventListener("abort", stop, { once: true });
	});
}

function abortError(signal: AbortSignal | null | undefined): Error {
	const reason = abortReason(signal);
	return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}

/** Settles like `pending`, or rejects with the signal's reason as soon as that is aborted. */
export function race<T>(pending: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(abortReason(signal));
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop, { once: true });
		pending.then(resolve, reject).finally(() => signal?.removeEventListener("abort", stop));
	});
}

/** What an aborted operation rejects with: the signal's reason as it is, like `fetch`. */
export function abortReason(signal: AbortSignal | null | undefined): unknown {
	return signal?.reason ?? new DOMException("The operation was aborted", "AbortError");
}

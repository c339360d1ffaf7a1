/**
 * Resolves after a time.
 * @param delay in milliseconds
 * @param signal ends the wait at once: the promise rejects with its reason if that is an Error, else with an `AbortError`
 */
export function wait(delay: number, signal?: AbortSignal | null): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(abortReason(signal));
		const stop = (): void => {
			clearTimeout(timer);
			reject(abortReason(signal));
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, delay);
		signal?.addEventListener("abort", stop, { once: true });
	});
}

/** What an aborted operation rejects with. */
export function abortReason(signal: AbortSignal | null | undefined): Error {
	const reason: unknown = signal?.reason;
	return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}

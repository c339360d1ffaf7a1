type Listener = () => void;

/** The listeners of a signal, which share one listener of its event. */
interface Watch {
	readonly listeners: Set<Listener>;
	readonly end: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls `listener` once when the signal is aborted; at once if it is already.
 *
 * A signal that thousands of calls share gets one event listener: Node reports a leak at the eleventh.
 * @returns removes the listener
 */
export function onAbort(signal: AbortSignal | null | undefined, listener: Listener): () => void {
	if (!signal) return nothing;
	if (signal.aborted) {
		listener();
		return nothing;
	}
	const { listeners, end } = watches.get(signal) ?? watch(signal);
	// A separate function, so that a listener added twice counts twice.
	const entry = (): void => listener();
	listeners.add(entry);
	return () => {
		if (listeners.delete(entry) && listeners.size === 0) end();
	};
}

function watch(signal: AbortSignal): Watch {
	const listeners = new Set<Listener>();
	const handler = (): void => {
		end();
		for (const listener of [...listeners]) listener();
	};
	const end = (): void => {
		signal.removeEventListener("abort", handler);
		watches.delete(signal);
	};
	const watched = { listeners, end };
	watches.set(signal, watched);
	signal.addEventListener("abort", handler);
	return watched;
}

/** Returns the signal's reason if it is an Error, otherwise an `AbortError`. */
export function abortError(signal: AbortSignal | null | undefined): Error {
	const reason = abortReason(signal);
	return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}

/** Returns the error of an aborted operation: the signal's reason unchanged, as `fetch` does. */
export function abortReason(signal: AbortSignal | null | undefined): unknown {
	return signal?.reason ?? new DOMException("The operation was aborted", "AbortError");
}

/** Timers of all runtimes count in 32 bits; a longer delay would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

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
		const end = (): void => {
			release?.();
			resolve();
		};
		const timer = setTimeout(end, Math.min(delay, MAX_TIMER_MS));
		const cancel = (): void => {
			clearTimeout(timer);
			reject(abortError(signal));
		};
		const release = signal && onAbort(signal, cancel);
	});
}

/** Settles like `pending`, or rejects with the signal's reason as soon as that is aborted. */
export function race<T>(pending: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
	if (!signal) return pending;
	return new Promise((resolve, reject) => {
		const release = onAbort(signal, () => reject(abortReason(signal)));
		pending.then(resolve, reject).finally(release);
	});
}

/** Waits for a promise to settle, but no longer than a number of milliseconds. */
export async function settleWithin(pending: Promise<unknown>, limit: number): Promise<void> {
	const stop = new AbortController();
	const ignore = (): void => undefined;
	await Promise.race([pending.catch(ignore), wait(limit, stop.signal).catch(ignore)]);
	stop.abort();
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => void onAbort(signal, resolve));
}

/** A signal that also aborts when a time is up. */
export interface TimedSignal {
	/** Undefined if there is neither another signal nor a limit. */
	signal: AbortSignal | undefined;
	/** Removes the limit; the signal still follows the other one. */
	clear(): void;
	/** Removes the limit, and stops following the other signal. */
	close(): void;
}

/**
 * Returns a signal that follows another one and aborts when a time is up.
 * @param time in milliseconds; no limit if undefined or too long for a timer
 * @param fail returns the reason when the time is up
 */
export function limitTime(
	outer: AbortSignal | undefined,
	time: number | undefined,
	fail: (seconds: number) => Error,
): TimedSignal {
	const isLimited = time !== undefined && time <= MAX_TIMER_MS;
	if (!outer && !isLimited) return { signal: undefined, clear: nothing, close: nothing };
	const controller = new AbortController();
	const release = onAbort(outer, () => controller.abort(abortError(outer)));
	const timer = isLimited ? setTimeout(() => controller.abort(fail(time / 1000)), time) : undefined;
	const clear = (): void => clearTimeout(timer);
	const close = (): void => {
		clear();
		release();
	};
	return { signal: controller.signal, clear, close };
}

const nothing = (): void => undefined;

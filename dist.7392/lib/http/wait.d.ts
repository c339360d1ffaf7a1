/** Timers of all runtimes count in 32 bits; a longer delay would end at once. */
export declare const LONGEST_TIMER: number;
/** Pauses for a number of milliseconds, or until the signal is aborted. */
export type Wait = (delay: number, signal?: AbortSignal | null) => Promise<void>;
/**
 * Resolves after a time.
 * @param delay in milliseconds
 * @param signal ends the wait at once: the promise rejects with the signal's reason if that is an Error, else with an
 *   `AbortError`
 */
export declare function wait(delay: number, signal?: AbortSignal | null): Promise<void>;
/** Settles like `pending`, or rejects with the signal's reason as soon as that is aborted. */
export declare function race<T>(pending: Promise<T>, signal: AbortSignal | null | undefined): Promise<T>;

import { InferenceClientDeadlineError } from "../errors.ts";
import { abortReason, LONGEST_TIMER } from "../http/index.ts";
import type { CallOptions } from "./types.ts";

/**
 * Does the work within the option `deadline`. At its end the work's signal is aborted, which cancels the request, poll,
 * wait or download under way, and the promise rejects even if a `fetch` of the caller's ignores signals.
 */
export function withDeadline<Result>(
	options: CallOptions,
	work: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
	const { deadline, signal } = options;
	if (deadline === undefined || deadline > LONGEST_TIMER) return work(options);
	return new Promise((resolve, reject) => {
		const controller = new AbortController();
		const release = (): void => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", follow);
		};
		const stop = (reason: unknown): void => {
			release();
			controller.abort(reason);
			reject(reason);
		};
		const follow = (): void => stop(abortReason(signal));
		const timer = setTimeout(() => {
			stop(new InferenceClientDeadlineError(deadline));
		}, deadline);
		signal?.addEventListener("abort", follow, { once: true });
		if (signal?.aborted) return follow();
		work({ ...options, signal: controller.signal })
			.then(resolve, reject)
			.finally(release);
	});
}

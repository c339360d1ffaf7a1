import type { BatchTarget } from "../../../batch/index.ts";
import { type CancellableFetch, type Fetch, fetchWith } from "../../../http/index.ts";

/**
 * The same target, but its calls are sent only after the lines of finished rows are written: a crash must not lose a
 * finished row whose slot is already reused.
 */
export function flushFirst(target: BatchTarget, flush: () => void): BatchTarget {
	const send: Fetch | CancellableFetch | undefined = target.options?.fetch;
	if (!send) return target;
	const fetch: Fetch = (input, init) => {
		flush();
		return send(input, init);
	};
	const cancellable: CancellableFetch["cancellable"] = (input, init, cancellation) => {
		flush();
		return fetchWith(send, input, init, cancellation);
	};
	return {
		...target,
		options: { ...target.options, fetch: "cancellable" in send ? Object.assign(fetch, { cancellable }) : fetch },
	};
}

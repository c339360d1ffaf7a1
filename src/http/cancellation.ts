import { onAbort } from "./abort.ts";
import type { Fetch } from "./retry.ts";

/** Signals that a request should be aborted. */
export interface EndSignal {
	readonly isCancelled: boolean;
	/** Undefined until it is canceled. */
	readonly reason: unknown;
	/**
	 * Calls the listener once; immediately if it is already canceled.
	 * @returns removes the listener
	 */
	onCancel(listener: () => void): () => void;
}

/** Cancels one call: an `AbortController` at a fraction of its cost. */
export class Cancellation implements EndSignal {
	isCancelled = false;
	reason: unknown;
	private listeners: Set<() => void> | undefined;
	private controller: AbortController | undefined;

	onCancel(listener: () => void): () => void {
		if (this.isCancelled) {
			listener();
			return nothing;
		}
		this.listeners ??= new Set();
		this.listeners.add(listener);
		return () => this.listeners?.delete(listener);
	}

	cancel(reason: unknown): void {
		if (this.isCancelled) return;
		this.isCancelled = true;
		this.reason = reason;
		for (const listener of [...(this.listeners ?? [])]) listener();
		this.listeners = undefined;
		this.controller?.abort(reason);
	}

	/** The cancellation as an `AbortSignal`, for APIs that need one. */
	get signal(): AbortSignal {
		if (!this.controller) {
			this.controller = new AbortController();
			if (this.isCancelled) this.controller.abort(this.reason);
		}
		return this.controller.signal;
	}

	/** Settles like `pending`, or rejects with the reason as soon as the call is canceled. */
	race<Value>(pending: Promise<Value>): Promise<Value> {
		return new Promise((resolve, reject) => {
			const release = this.onCancel(() => reject(this.reason));
			void pending.then(resolve, reject).then(release);
		});
	}
}

/** Wraps a signal. */
export function followSignal(signal: AbortSignal): EndSignal {
	return {
		get isCancelled() {
			return signal.aborted;
		},
		get reason(): unknown {
			return signal.reason;
		},
		onCancel: (listener) => onAbort(signal, listener),
	};
}

/** A `fetch` that takes a cancellation in place of a signal. */
export interface CancellableFetch extends Fetch {
	cancellable(input: string, init: RequestInit, cancellation: Cancellation): Promise<Response>;
}

/** Sends a request that a cancellation aborts. */
export function fetchWith(
	fetch: Fetch | CancellableFetch,
	input: Parameters<Fetch>[0],
	init: RequestInit,
	cancellation: Cancellation,
): Promise<Response> {
	return "cancellable" in fetch && typeof input === "string"
		? fetch.cancellable(input, init, cancellation)
		: fetch(input, { ...init, signal: cancellation.signal });
}

const nothing = (): void => undefined;

/** Tells that a client has gone: an `AbortSignal` for one call, at a fraction of its cost. */
export class Cancellation {
	isCancelled = false;
	private readonly listeners = new Set<() => void>();

	/**
	 * Calls the listener once, at once where it is too late.
	 * @returns removes the listener
	 */
	onCancel(listener: () => void): () => void {
		if (this.isCancelled) {
			listener();
			return () => undefined;
		}
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	cancel(): void {
		if (this.isCancelled) return;
		this.isCancelled = true;
		for (const listener of [...this.listeners]) listener();
		this.listeners.clear();
	}
}

/** What ends the work for a client that has gone. */
export function clientLeft(): DOMException {
	return new DOMException("The client left", "AbortError");
}

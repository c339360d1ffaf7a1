type Schedule = (work: () => void) => void;

/**
 * Runs work after the pending events, so that calls that end together are handled together. Node, Deno and Bun have
 * `setImmediate` for that; elsewhere it runs as a microtask.
 */
export function afterTurn(work: () => void): void {
	const schedule = (Reflect.get(globalThis, "setImmediate") as Schedule | undefined) ?? queueMicrotask;
	schedule(work);
}

/**
 * Yields to other requests before a long computation continues. Node runs due timers before it polls
 * its sockets again, so timers are only for programs without `setImmediate`.
 */
export function nextTurn(): Promise<void> {
	const immediate: unknown = Reflect.get(globalThis, "setImmediate");
	return new Promise((resolve) => {
		if (typeof immediate === "function") Reflect.apply(immediate, undefined, [resolve]);
		else setTimeout(resolve);
	});
}

/**
 * Lets other requests be served before a long computation goes on. Node runs a timer that is due already before it looks
 * at its sockets again, so timers are only for programs without `setImmediate`.
 */
export function nextTurn(): Promise<void> {
	const immediate: unknown = Reflect.get(globalThis, "setImmediate");
	return new Promise((resolve) => {
		if (typeof immediate === "function") Reflect.apply(immediate, undefined, [resolve]);
		else setTimeout(resolve);
	});
}

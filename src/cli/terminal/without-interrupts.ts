/**
 * Does synchronous work, such as waiting for another program, during which Ctrl-C is for that program: the terminal
 * sends the signal to both. Node handles a signal only after the work, so it is ignored until the next turns of the
 * event loop.
 */
export function withoutInterrupts<Result>(work: () => Result): Result {
	const listeners = process.listeners("SIGINT");
	const ignore = (): void => undefined;
	process.on("SIGINT", ignore);
	for (const listener of listeners) process.off("SIGINT", listener);
	try {
		return work();
	} finally {
		// Signals are handled between the two.
		setImmediate(() =>
			setImmediate(() => {
				for (const listener of listeners) process.on("SIGINT", listener);
				process.off("SIGINT", ignore);
			}),
		);
	}
}

import { runInNewContext } from "node:vm";
import { Interrupt } from "./process-io.ts";

export class OutOfTime extends Error {
	constructor(milliseconds: number) {
		super(`it takes longer than ${milliseconds / 1000} seconds`);
		this.name = "OutOfTime";
	}
}

/**
 * Runs synchronous work that Ctrl-C, SIGTERM and a time limit can stop. While it runs, Node handles no signals: on
 * Ctrl-C and at the time limit another thread stops V8, and SIGTERM ends the process.
 * @param work must need no clean-up: when it is stopped, no `finally` in it runs
 * @throws Interrupt, OutOfTime, or the error of the work
 */
export function interruptible<Result>(work: () => Result, milliseconds: number): Result {
	const listeners = process.listeners("SIGTERM");
	for (const listener of listeners) process.off("SIGTERM", listener);
	try {
		return runInNewContext("work()", { work }, { breakOnSigint: true, timeout: milliseconds }) as Result;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ERR_SCRIPT_EXECUTION_INTERRUPTED") throw new Interrupt("SIGINT");
		if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new OutOfTime(milliseconds);
		throw error;
	} finally {
		for (const listener of listeners) process.on("SIGTERM", listener);
	}
}

/**
 * Runs synchronous work, such as waiting for another program, during which Ctrl-C is for that program: the terminal
 * sends the signal to both. Node handles a signal only after the work, so it is ignored for the next turns of the
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

import { main } from "./main.ts";
import { Interrupt, OutputClosed, OutputFailed, openOutput, type ProcessIO } from "./terminal/process-io.ts";

/** Joins the program to the real process: streams, environment, signals, exit code. */
export async function start(argv: readonly string[]): Promise<void> {
	const controller = new AbortController();
	const interrupt = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): void => {
		// A second Ctrl-C ends the process at once.
		if (controller.signal.aborted) process.exit(new Interrupt(signal).exitCode);
		controller.abort(new Interrupt(signal));
	};
	process.on("SIGINT", interrupt);
	process.on("SIGTERM", interrupt);
	process.on("SIGHUP", interrupt);
	// A closed pipe (`| head`) is not an error, a full disk is. Without handlers Node would print a stack trace.
	const stdout = openOutput(
		1,
		() => process.stdout,
		(error) => {
			if (!controller.signal.aborted)
				controller.abort(error.code === "EPIPE" ? new OutputClosed() : new OutputFailed(error));
		},
	);
	const stderr = openOutput(
		2,
		() => process.stderr,
		() => undefined,
	);
	// stderr belongs to the user: Node's own remarks about what the program does deliberately stay out of it.
	process.removeAllListeners("warning");
	process.on("warning", printUnexpectedWarning);

	const io: ProcessIO = {
		// Created when it is first read: that takes Node two milliseconds.
		stdinDescriptor: 0,
		get stdin() {
			return process.stdin;
		},
		stdout,
		stderr,
		env: process.env,
		get cwd() {
			try {
				return process.cwd();
			} catch {
				// Another program has removed the folder: most commands do without.
				return process.env["PWD"] ?? "/";
			}
		},
		signal: controller.signal,
	};
	// No process.exit() here: it would cut off what a pipe has not taken yet. What holds the process is closed instead.
	process.exitCode = await main(argv, io);
	process.off("SIGINT", interrupt);
	process.off("SIGTERM", interrupt);
	process.off("SIGHUP", interrupt);
}

function printUnexpectedWarning(warning: Error): void {
	const isExpected = /UNDICI-EHPA|ExperimentalWarning/.test(`${"code" in warning ? warning.code : ""} ${warning.name}`);
	const isColour = warning.message.includes("NO_COLOR");
	if (!isExpected && !isColour) process.stderr.write(`${warning.name}: ${warning.message}\n`);
}

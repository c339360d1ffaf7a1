import { main } from "./main.ts";
import {
	Interrupt,
	isOneTerminal,
	OutputClosed,
	OutputFailed,
	openOutput,
	type ProcessIO,
} from "./terminal/process-io.ts";

/** Connects the program to the real process: streams, environment, signals, exit code. */
export async function start(argv: readonly string[]): Promise<void> {
	const controller = new AbortController();
	type Listener = Parameters<NonNullable<ProcessIO["catchSignals"]>>[0];
	let listener: Listener | undefined;
	const interrupt = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): void => {
		if (listener && listener(signal) !== false) return;
		// A second Ctrl-C ends the process at once.
		if (controller.signal.aborted) process.exit(new Interrupt(signal).exitCode);
		else controller.abort(new Interrupt(signal));
	};
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
	for (const signal of signals) process.on(signal, interrupt);
	// Ctrl-Break on Windows; elsewhere there is no such signal.
	const endByBreak = (): void => interrupt("SIGTERM");
	if (process.platform === "win32") process.on("SIGBREAK", endByBreak);
	// An uncaught error ends the command like any other error, instead of with Node's dump of the built code.
	const crash = (error: unknown): void => {
		if (controller.signal.aborted) process.exit(1);
		controller.abort(error);
		setTimeout(() => process.exit(1), CRASH_TIMEOUT_MS).unref();
	};
	process.on("uncaughtException", crash);
	// A closed pipe (`| head`) is not an error, but a full disk is. Without handlers Node would print a stack trace.
	const endByOutput = (error: NodeJS.ErrnoException): void => {
		if (controller.signal.aborted) return;
		controller.abort(error.code === "EPIPE" ? new OutputClosed() : new OutputFailed(error));
	};
	const stdout = openOutput(process.stdout, endByOutput, process.env["COLUMNS"]);
	const ignore = (): void => undefined;
	const stderr = openOutput(process.stderr, ignore, process.env["COLUMNS"]);
	// stderr is for the user: Node's warnings about deliberate behavior are not shown.
	process.removeAllListeners("warning");
	process.on("warning", printUnexpectedWarning);

	// The whole group, as the terminal does: a script or npx that runs the command stops with it.
	const suspend = (): Promise<void> =>
		new Promise((resolve) => {
			const goOn = (): void => {
				clearTimeout(timer);
				process.off("SIGCONT", goOn);
				resolve();
			};
			process.on("SIGCONT", goOn);
			// Without a shell that could continue it, the system silently does not stop the program.
			const timer = setTimeout(goOn, NOT_STOPPED_MS);
			process.kill(0, "SIGTSTP");
		});

	const io: ProcessIO = {
		// Created when it is first read: that takes Node two milliseconds.
		stdinDescriptor: 0,
		get stdin() {
			return process.stdin;
		},
		stdout,
		stderr,
		hasOneTerminal: !stdout.isTTY || !stderr.isTTY || isOneTerminal(),
		env: process.env,
		get cwd() {
			try {
				return process.cwd();
			} catch {
				// Another program has removed the folder, which most commands do not need.
				return process.env["PWD"] || "/";
			}
		},
		signal: controller.signal,
		parentId: process.ppid,
		...(process.platform === "win32" ? {} : { suspend }),
		catchSignals: (given) => {
			listener = given;
			return () => {
				listener = undefined;
			};
		},
	};
	// No process.exit() here: it would cut off output that a pipe has not accepted yet. Instead, open handles are closed.
	process.exitCode = await main(argv, io);
	for (const signal of signals) process.off(signal, interrupt);
	process.off("SIGBREAK", endByBreak);
	process.off("uncaughtException", crash);
}

/** A program that still runs after this time was not stopped. */
const NOT_STOPPED_MS = 100;

/** Maximum time for a command to end after a bug in hub. */
const CRASH_TIMEOUT_MS = 20_000;

function printUnexpectedWarning(warning: Error): void {
	const isExpected = /UNDICI-EHPA|ExperimentalWarning/.test(`${"code" in warning ? warning.code : ""} ${warning.name}`);
	// The AWS SDK warns in every run that a later release of it needs a newer Node.
	const isKnown = /NO_COLOR|^NodeVersionSupportWarning/.test(warning.message);
	if (!isExpected && !isKnown) process.stderr.write(`${warning.name}: ${warning.message}\n`);
}

import { fstatSync, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { detectAgentHarness } from "../../catalogue/agent-harnesses.ts";

export interface Output {
	write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
	readonly isTTY?: boolean | undefined;
	readonly columns?: number | undefined;
	readonly rows?: number | undefined;
	once?(event: "drain" | "close" | "error", listener: () => void): unknown;
	/** Terminals say `resize`. */
	on?(event: string, listener: () => void): unknown;
	off?(event: string, listener: () => void): unknown;
}

export type Input = Readable & {
	isTTY?: boolean | undefined;
	/** Raw mode: keys arrive one by one, without echo; only on terminals. */
	setRawMode?(isRaw: boolean): unknown;
};

/** The process from the program's view: streams, environment, folder and signals. */
export interface ProcessIO {
	stdin: Input;
	/** File descriptor of `stdin`, to find out its kind without creating the stream. */
	stdinDescriptor?: number | undefined;
	stdout: Output;
	stderr: Output;
	/** Whether `stdout` and `stderr`, if both are terminals, are the same one. Default: yes. */
	hasOneTerminal?: boolean;
	env: Readonly<Record<string, string | undefined>>;
	cwd: string;
	/** Aborted by Ctrl-C, SIGTERM, or a closed pipe. */
	signal: AbortSignal;
	/** Default: that of the process. */
	platform?: NodeJS.Platform;
	/** Id of the process that started this one, a shell in most cases. Default: 0, which no process has. */
	parentId?: number;
	/** Milliseconds since 1970. Default: the clock. */
	now?: () => number;
	/**
	 * Passes signals to a listener instead of ending the program: a child program in this terminal decides.
	 * @param listener returns false for a signal that should still end the program
	 * @returns removes the listener
	 */
	catchSignals?: (listener: (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => boolean | undefined) => () => void;
	/**
	 * Stops the program as Ctrl-Z does where the terminal handles the key; resolves when it continues. Undefined where
	 * programs cannot be stopped.
	 */
	suspend?: () => Promise<void>;
}

/** Whether the program runs unattended, as in CI. `CI=false` and `CI=0` mean that it does not. */
export function isUnattended(env: ProcessIO["env"]): boolean {
	return !["", "0", "false"].includes((env["CI"] ?? "").toLowerCase());
}

/** Whether a coding agent reads the output, and pays for it in tokens: a variable shows it, and there is no terminal. */
export function isReadByAgent({ env, stdout }: Pick<ProcessIO, "env" | "stdout">): boolean {
	if (stdout.isTTY) return false;
	const isOn = ([, value = ""]: [string, string | undefined]): boolean =>
		!["", "0", "false"].includes(value.toLowerCase());
	return detectAgentHarness(Object.fromEntries(Object.entries(env).filter(isOn))) !== undefined;
}

/** Color level: 0 none, 1 sixteen, 2 256, 3 all. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** Returns the level of a stream, by the flag, then `FORCE_COLOR`, then `NO_COLOR`, then the kind of stream. */
export function colorLevel({ isTTY }: Pick<Output, "isTTY">, env: ProcessIO["env"], choice?: boolean): ColorLevel {
	if (choice === false) return 0;
	const force = env["FORCE_COLOR"];
	const isRefused = force === "0" || force === "false";
	const isForced = choice === true || (force !== undefined && !isRefused);
	if (!isForced && (isRefused || env["NO_COLOR"] || !isTTY || env["TERM"] === "dumb")) return 0;
	if (force === "2" || force === "3") return force === "2" ? 2 : 3;
	if (env["COLORTERM"] === "truecolor" || env["COLORTERM"] === "24bit") return 3;
	return /-256(color)?$/i.test(env["TERM"] ?? "") ? 2 : 1;
}

/** Writes to a stream and waits while its reader is slower. */
export function writeAll(output: Output, text: string | Uint8Array, signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.reject(signal.reason);
	if (output.write(text) || !output.once) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		output.once?.("drain", () => {
			signal.removeEventListener("abort", stop);
			resolve();
		});
	});
}

export class Interrupt extends Error {
	readonly exitCode: number;

	constructor(signal: "SIGINT" | "SIGTERM" | "SIGHUP") {
		super("Interrupted");
		this.name = "AbortError";
		this.exitCode = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal];
	}
}

/** The reader of the output is gone. */
export class OutputClosed extends Error {
	constructor() {
		super("The output was closed");
		this.name = "AbortError";
	}
}

/** The output cannot be written: the disk is full, or the device is gone. */
export class OutputFailed extends Error {
	constructor(cause: NodeJS.ErrnoException) {
		super("The output cannot be written", { cause });
		this.name = "OutputError";
	}
}

/** Whether standard output and standard error, if both are terminals, are the same one. */
export function isOneTerminal(): boolean {
	try {
		const [out, error] = [fstatSync(1), fstatSync(2)];
		// Windows has one console. `/dev/tty` is whatever terminal the process belongs to.
		const own = statSync("/dev/tty", { throwIfNoEntry: false })?.rdev;
		return process.platform === "win32" || out.rdev === error.rdev || out.rdev === own || error.rdev === own;
	} catch {
		return true;
	}
}

/**
 * Prepares a standard stream of Node.
 * @param onError called for each write that fails
 * @param columns width where the stream is a pipe or a terminal without a known size: `COLUMNS`
 */
export function openOutput(
	stream: NodeJS.WriteStream,
	onError: (error: NodeJS.ErrnoException) => void,
	columns?: string,
): Output {
	stream.on("error", onError);
	const given = /^[1-9]\d{0,4}$/.test(columns ?? "") ? Number(columns) : undefined;
	if (!stream.columns && given !== undefined) stream.columns = given;
	// A terminal without a known size (`script` without one) reports 0, and a spinner would erase lines forever.
	if (stream.columns === 0) stream.columns = 80;
	if (stream.rows === 0) stream.rows = 24;
	return stream;
}

/**
 * Lets Node handle the signals that came while it ran without a pause, such as before long work.
 * @throws the reason of the signal, once it is aborted
 */
export async function handleSignals(signal: AbortSignal): Promise<void> {
	// Node reads signals between the two: the first may run in the same turn of the event loop.
	await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
	signal.throwIfAborted();
}

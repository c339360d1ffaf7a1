import type { Readable } from "node:stream";

/** A stream the program writes to. */
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

/** The stream the program reads. */
export type Input = Readable & {
	isTTY?: boolean | undefined;
	/** Whether keys come one by one, without echo; only terminals have it. */
	setRawMode?(isRaw: boolean): unknown;
};

/** The process as the program sees it: streams, environment, folder and signals. */
export interface ProcessIO {
	stdin: Input;
	/** The file behind `stdin`, so that its kind can be found out without making the stream. */
	stdinDescriptor?: number | undefined;
	stdout: Output;
	stderr: Output;
	env: Readonly<Record<string, string | undefined>>;
	cwd: string;
	/** Ends everything: Ctrl-C, SIGTERM, or a closed pipe. */
	signal: AbortSignal;
	/** Milliseconds since 1970. Default: the clock. */
	now?: () => number;
}

/** Whether the program runs unattended, as in CI. `CI=false` and `CI=0` mean that it does not. */
export function isUnattended(env: ProcessIO["env"]): boolean {
	return !["", "0", "false"].includes((env["CI"] ?? "").toLowerCase());
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

/** The user interrupted the program. */
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

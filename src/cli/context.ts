import type { Readable } from "node:stream";
import { isUnattended } from "./terminal/ci.ts";
import { type Colors, colorLevel, loadColors, PLAIN } from "./terminal/color.ts";

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

/** What the process gives the program. */
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

/** What a command may touch. Commands get the world through this and through nothing else, so tests can replace it. */
export interface Context extends Required<ProcessIO> {
	/** Colours for each stream, by what the stream and the environment allow. */
	colors: { stdout: Colors; stderr: Colors };
	/** Told by `--quiet`, `--json` … before a command runs. */
	flags: { quiet: boolean; debug: boolean; json: boolean; input: boolean };
	/** Never shown; whatever is written to stderr has these replaced. */
	secrets: Map<string, string>;
	/** What an error is about, for its report. */
	subject: { provider?: string | undefined; model?: string | undefined; tokenSource?: string | undefined };
	/** Writes a result and waits while the reader is slower. */
	print(text: string | Uint8Array): Promise<void>;
	/** Writes a remark for people to stderr; `--quiet` drops it. */
	note(text: string): void;
	/** Writes to stderr whatever the flags say. */
	warn(text: string): void;
	/** Has something closed when the program ends; at once when it has ended already. */
	defer(close: () => void | Promise<void>): void;
	close(): Promise<void>;
	/** Decides on colours: before, there are none. */
	setColor(choice: boolean | undefined): Promise<void>;
	/** Exit code of a command that ends without an error. */
	exitCode: number;
	/** Whether questions may be asked. */
	readonly isInteractive: boolean;
}

export function createContext(world: ProcessIO): Context {
	const closers: (() => void | Promise<void>)[] = [];
	let isClosed = false;
	const secrets = new Map<string, string>();
	const flags = { quiet: false, debug: false, json: false, input: true };
	const colorsFor = (output: Output, choice: boolean | undefined): Promise<Colors> =>
		loadColors(colorLevel(output, world.env, choice));
	const context: Context = {
		get stdin() {
			return world.stdin;
		},
		stdinDescriptor: world.stdinDescriptor,
		stdout: world.stdout,
		stderr: world.stderr,
		env: world.env,
		cwd: world.cwd,
		signal: world.signal,
		now: world.now ?? Date.now,
		colors: { stdout: PLAIN, stderr: PLAIN },
		exitCode: 0,
		flags,
		secrets,
		subject: {},
		print: (text) => writeAll(world.stdout, text, world.signal),
		note: (text) => {
			if (!flags.quiet) context.warn(text);
		},
		warn: (text) => {
			world.stderr.write(`${hideSecrets(text, secrets)}\n`);
		},
		defer: (close) => {
			if (isClosed) void close();
			else closers.push(close);
		},
		close: async () => {
			isClosed = true;
			for (const close of closers.splice(0).reverse()) await close();
		},
		setColor: async (choice) => {
			const [stdout, stderr] = await Promise.all([colorsFor(world.stdout, choice), colorsFor(world.stderr, choice)]);
			context.colors = { stdout, stderr };
		},
		get isInteractive() {
			const isTerminal = Boolean(world.stdin.isTTY && world.stdout.isTTY);
			return isTerminal && flags.input && !isUnattended(world.env) && world.env["TERM"] !== "dumb";
		},
	};
	return context;
}

/** The text with every secret replaced by the name of the variable it stands for. */
export function hideSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
	let hidden = text;
	for (const [secret, name] of secrets) if (secret.length >= 4) hidden = hidden.replaceAll(secret, name);
	return hidden;
}

function writeAll(output: Output, text: string | Uint8Array, signal: AbortSignal): Promise<void> {
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

/** The user ended the program. */
export class Interrupt extends Error {
	readonly exitCode: number;

	constructor(signal: "SIGINT" | "SIGTERM") {
		super("Interrupted");
		this.name = "AbortError";
		this.exitCode = signal === "SIGINT" ? 130 : 143;
	}
}

/** Nobody reads the output any more. */
export class OutputClosed extends Error {
	constructor() {
		super("The output was closed");
		this.name = "AbortError";
	}
}

/** The output cannot be written: the disk is full, the device is gone. */
export class OutputFailed extends Error {
	constructor(cause: NodeJS.ErrnoException) {
		super("The output cannot be written", { cause });
		this.name = "OutputError";
	}
}

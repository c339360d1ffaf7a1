import { isUnattended } from "./terminal/ci.ts";
import { type Colors, colorLevel, loadColors, PLAIN } from "./terminal/color.ts";
import { type Output, type ProcessIO, writeAll } from "./terminal/process-io.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What a command may use. Commands reach the process through this alone, so tests can replace it. */
export interface Context extends Terminal {
	/** Never shown; whatever is written to stderr has these replaced. */
	secrets: Map<string, string>;
	/** What an error is about, for its report. */
	subject: { provider?: string | undefined; model?: string | undefined; tokenSource?: string | undefined };
	close(): Promise<void>;
	/** Decides on colours: before, there are none. */
	setColor(choice: boolean | undefined): Promise<void>;
	/** Exit code of a command that ends without an error. */
	exitCode: number;
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

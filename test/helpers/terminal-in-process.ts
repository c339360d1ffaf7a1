import { EventEmitter } from "node:events";
import { clearLine, cursorTo, moveCursor } from "node:readline";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import { Interrupt, type Output } from "../../src/cli/terminal/process-io.ts";
import { defaultCache } from "../../src/hub/cache.ts";
import type { Pty, PtyListener, PtyOptions } from "./pty.ts";
import type { Home } from "./session.ts";

/**
 * Runs the command in this process, from its sources, on a terminal that is played: a tenth of what a process costs.
 * Other programs do not see that terminal, and signals of the system do not reach the command: both need a real one.
 */
export function openInProcess(
	argv: readonly string[],
	home: Home,
	{ env = {}, columns = 80, rows = 24 }: PtyOptions,
	{ onData, onEnd }: PtyListener,
): Pty {
	const controller = new AbortController();
	const interrupt = (signal: "SIGINT" | "SIGTERM"): void => controller.abort(new Interrupt(signal));
	const output = new TerminalOutput(onData, columns, rows);
	const keyboard = new Keyboard((text) => output.write(text), interrupt);
	// A process begins without look-ups; what another test asked Hugging Face for must be asked again.
	defaultCache.clear();
	const run = main(argv, {
		stdin: keyboard,
		stdout: output,
		stderr: output,
		env: { ...home.env, TERM: "xterm-256color", ...env },
		cwd: home.folder,
		signal: controller.signal,
	}).then(onEnd);
	onTestFinished(async () => {
		interrupt("SIGTERM");
		await run;
	});
	return {
		write: (keys) => keyboard.type(keys),
		resize: (newColumns, newRows) => output.resize(newColumns, newRows),
		signal: interrupt,
	};
}

/** The output of a terminal, with what Node's stream for it offers. */
class TerminalOutput extends EventEmitter implements Output {
	readonly isTTY = true;
	private readonly show: (text: string) => void;
	columns: number;
	rows: number;

	constructor(show: (text: string) => void, columns: number, rows: number) {
		super();
		this.setMaxListeners(0);
		this.show = show;
		this.columns = columns;
		this.rows = rows;
	}

	write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean {
		// As the system does: a line feed alone would leave the cursor in its column.
		this.show(
			Buffer.from(text as string)
				.toString()
				.replaceAll(/\r?\n/g, "\r\n"),
		);
		if (done) queueMicrotask(done);
		return true;
	}

	resize(columns: number, rows: number): void {
		this.columns = columns;
		this.rows = rows;
		this.emit("resize");
	}

	cursorTo(column: number): boolean {
		return cursorTo(this as unknown as NodeJS.WritableStream, column);
	}

	moveCursor(columns: number, rows: number): boolean {
		return moveCursor(this as unknown as NodeJS.WritableStream, columns, rows);
	}

	clearLine(direction: -1 | 0 | 1): boolean {
		return clearLine(this as unknown as NodeJS.WritableStream, direction);
	}
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** The keyboard of a terminal: lines, shown as they are typed, or with `setRawMode` single keys. */
class Keyboard extends Readable {
	readonly isTTY = true;
	private isRaw = false;
	/** The line that is being typed. */
	private line = "";
	private readonly echo: (text: string) => void;
	private readonly interrupt: (signal: "SIGINT") => void;

	constructor(echo: (text: string) => void, interrupt: (signal: "SIGINT") => void) {
		super();
		this.echo = echo;
		this.interrupt = interrupt;
	}

	override _read(): void {
		// Keys come when they are typed.
	}

	setRawMode(isRaw: boolean): this {
		this.isRaw = isRaw;
		if (isRaw && this.line !== "") this.push(this.line);
		this.line = "";
		return this;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	/** Takes keys a moment later, as from a device. */
	type(keys: string): void {
		setImmediate(() => {
			if (this.isRaw) this.push(keys);
			else for (const key of keys) this.typeOne(key);
		});
	}

	private typeOne(key: string): void {
		if (key === CTRL_C) {
			this.line = "";
			this.echo("^C");
			this.interrupt("SIGINT");
		} else if (key === CTRL_D && this.line === "") this.push(null);
		else if (key === "\r" || key === "\n") {
			this.echo("\n");
			this.push(`${this.line}\n`);
			this.line = "";
		} else {
			this.echo(key);
			this.line += key;
		}
	}
}

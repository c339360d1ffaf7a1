import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { builtFile } from "./built.ts";
import type { Home } from "./session.ts";

/** How long anything may take to come, in milliseconds: machines may be busy. */
export const PATIENCE = 30_000;

export interface PtyOptions {
	env?: Record<string, string>;
	columns?: number;
	rows?: number;
	/** Runs the built command in a process of its own, also where one in this process would do. Default: `HUB_TEST_REAL` is set. */
	real?: boolean;
}

export interface Pty {
	write(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Sends a signal to the program. */
	signal(name: "SIGTERM" | "SIGINT"): void;
}

export interface PtyListener {
	onData(data: string): void;
	/** All that was written has been heard. */
	onEnd(code: number): void;
}

/**
 * A shell that outlives the program and then tells its exit code between two NULs. A terminal whose last program ends
 * loses what was not read yet, so until the end has been read it keeps somebody. Traps are not inherited.
 */
const KEEPER = `trap : INT TERM; "$@"; printf '\\000%d\\000' "$?"; exec sleep 600`;

/** Starts a program in a pseudo-terminal of its own, with the environment of a home and nothing else. */
export function openPty(
	file: string,
	args: readonly string[],
	home: Home,
	{ env = {}, columns = 80, rows = 24 }: PtyOptions,
	{ onData, onEnd }: PtyListener,
): Pty {
	builtFile();
	const pty = spawn("sh", ["-c", KEEPER, "sh", file, ...args], {
		cols: columns,
		rows,
		cwd: home.folder,
		env: { ...home.env, TERM: "xterm-256color", ...env },
	});
	const closed = new Promise<void>((resolve) => pty.onExit(() => resolve()));
	// Anyone who is still there hears that the terminal is gone.
	const close = (): Promise<void> => {
		pty.kill("SIGKILL");
		return closed;
	};
	onTestFinished(close);
	let end = "";
	pty.onData((data) => {
		const start = end === "" ? data.indexOf("\0") : 0;
		if (start !== 0) onData(start === -1 ? data : data.slice(0, start));
		if (start === -1) return;
		end += data.slice(start);
		const [, code] = end.split("\0");
		if (end.length < 3 || !end.endsWith("\0")) return;
		void close();
		onEnd(Number(code));
	});
	return {
		write: (keys) => pty.write(keys),
		resize: (newColumns, newRows) => pty.resize(newColumns, newRows),
		// The whole group; the shell waits for the program.
		signal: (name) => process.kill(-pty.pid, name),
	};
}

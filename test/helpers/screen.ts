import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { onTestFinished } from "vitest";
import type { Home } from "./session.ts";

/** A line of bash in a pseudo-terminal, seen as a person sees it. */
export interface Screen {
	type(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Waits until the text can be seen, or, with a function, until it is true of the lines that can be seen. */
	waitFor(wanted: string | RegExp | ((text: string) => boolean)): Promise<void>;
	/** What can be seen, without the blank lines at the end. */
	text(): string;
	/** The same with everything that was scrolled away. */
	history(): string;
	/** Everything that was written, codes included. */
	readonly written: string;
	/** Forgets what was written. */
	forget(): void;
	readonly isCursorShown: boolean;
	signal(name: "SIGTERM" | "SIGINT"): void;
	/** Waits for the end. */
	end(): Promise<number>;
}

const PATIENCE = 15_000;

export function openScreen(
	line: string,
	home: Home,
	{ env = {}, columns = 80, rows = 24 }: { env?: Record<string, string>; columns?: number; rows?: number } = {},
): Screen {
	const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
	const pty = spawn("bash", ["-c", line], {
		cols: columns,
		rows,
		cwd: home.folder,
		env: { ...home.env, TERM: "xterm-256color", ...env },
	});
	let written = "";
	let code: number | undefined;
	let isCursorShown = true;
	const watchers = new Set<() => void>();
	const notify = (): void => {
		for (const watcher of watchers) watcher();
	};
	pty.onData((data) => {
		written += data;
		const last = Math.max(data.lastIndexOf("\u001B[?25h"), data.lastIndexOf("\u001B[?25l"));
		if (last !== -1) isCursorShown = data.startsWith("\u001B[?25h", last);
		terminal.write(data, notify);
	});
	pty.onExit(({ exitCode }) => {
		code = exitCode;
		// What was written last may still be on its way through the emulator.
		setTimeout(notify, 50);
	});
	onTestFinished(() => {
		if (code === undefined) pty.kill("SIGKILL");
	});
	const read = (start: number): string => {
		const { active } = terminal.buffer;
		const lines: string[] = [];
		for (let index = start; index < active.length; index++) {
			const row = active.getLine(index);
			const text = row?.translateToString(true) ?? "";
			if (row?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
			else lines.push(text);
		}
		return lines.join("\n").trimEnd();
	};
	const text = (): string => read(terminal.buffer.active.baseY);
	const waitUntil = (isReady: () => boolean, what: string): Promise<void> =>
		new Promise((resolve, reject) => {
			const check = (): void => {
				if (!isReady()) return;
				clearTimeout(timer);
				watchers.delete(check);
				resolve();
			};
			const timer = setTimeout(() => {
				watchers.delete(check);
				reject(new Error(`${what} did not come. On the screen:\n${read(0)}`));
			}, PATIENCE);
			watchers.add(check);
			check();
		});
	return {
		type: (keys) => pty.write(keys),
		resize: (newColumns, newRows) => {
			terminal.resize(newColumns, newRows);
			pty.resize(newColumns, newRows);
		},
		waitFor: (wanted) =>
			waitUntil(
				() =>
					typeof wanted === "function"
						? wanted(text())
						: typeof wanted === "string"
							? text().includes(wanted)
							: wanted.test(text()),
				String(wanted),
			),
		text,
		history: () => read(0),
		get written() {
			return written;
		},
		forget: () => {
			written = "";
		},
		get isCursorShown() {
			return isCursorShown;
		},
		signal: (name) => pty.kill(name),
		end: async () => {
			await waitUntil(() => code !== undefined, "The end");
			return code ?? -1;
		},
	};
}

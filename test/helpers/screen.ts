import headless from "@xterm/headless";
import { openProgram } from "./open-program.ts";
import { PATIENCE, type PtyOptions } from "./pty.ts";
import type { Home } from "./session.ts";

/** A line of bash in a terminal, seen as a person sees it. */
export interface Screen {
	type(keys: string): void;
	resize(columns: number, rows: number): void;
	/** The same once everything that was written is shown, as on a terminal that keeps up. */
	resizeWhenShown(columns: number, rows: number): Promise<void>;
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

export function openScreen(line: string, home: Home, options: PtyOptions = {}): Screen {
	const { columns: cols = 80, rows = 24 } = options;
	const terminal = new headless.Terminal({
		cols,
		rows,
		allowProposedApi: true,
		scrollback: 5000,
		reflowCursorLine: true,
	});
	let written = "";
	let code: number | undefined;
	let isCursorOn = true;
	for (const [final, isOn] of [
		["h", true],
		["l", false],
	] as const) {
		terminal.parser.registerCsiHandler({ prefix: "?", final }, ([mode]) => {
			if (mode === 25) isCursorOn = isOn;
			return false;
		});
	}
	/** Chunks that the emulator has not read yet. */
	let pending = 0;
	const watchers = new Set<() => void>();
	/** What is drawn in one go is seen as a whole, however it comes. */
	let seen = { text: "", isCursorShown: true };
	const look = (): void => {
		if (terminal.modes.synchronizedOutputMode) return;
		seen = { text: read(terminal.buffer.active.baseY), isCursorShown: isCursorOn };
		for (const watcher of watchers) watcher();
	};
	const pty = openProgram("bash", ["-c", line], home, options, {
		onData: (data) => {
			written += data;
			pending++;
			terminal.write(data, () => {
				pending--;
				look();
			});
		},
		// Only when what was written last has gone through the emulator.
		onEnd: (exitCode) =>
			terminal.write("\u001B[?2026l", () => {
				code = exitCode;
				look();
			}),
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
	const text = (): string => seen.text;
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
		type: pty.write,
		resize: (newColumns, newRows) => {
			terminal.resize(newColumns, newRows);
			pty.resize(newColumns, newRows);
		},
		resizeWhenShown: (newColumns, newRows) =>
			new Promise((resolve) => {
				const resizeIfShown = (): void => {
					if (pending > 0) {
						terminal.write("", resizeIfShown);
						return;
					}
					terminal.resize(newColumns, newRows);
					pty.resize(newColumns, newRows);
					resolve();
				};
				resizeIfShown();
			}),
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
			return seen.isCursorShown;
		},
		signal: pty.signal,
		end: async () => {
			await waitUntil(() => code !== undefined, "The end");
			return code ?? -1;
		},
	};
}

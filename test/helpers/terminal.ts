import { openProgram } from "./open-program.ts";
import { PATIENCE, type PtyOptions } from "./pty.ts";
import type { Home } from "./session.ts";

/** A program in a terminal. */
export interface Terminal {
	/** Presses keys. */
	type(keys: string): void;
	/** Waits until a text has been written, and returns all that was since the last call. */
	waitFor(text: string | RegExp): Promise<string>;
	/** Waits for the end; the exit code and what was written since the last call. */
	end(): Promise<{ code: number; rest: string }>;
}

/** Starts a program in a terminal of its own, with the environment of a home and nothing else. */
export function openTerminal(file: string, args: string[], home: Home, options: PtyOptions = {}): Terminal {
	let written = "";
	let code: number | undefined;
	let wake = (): void => undefined;
	const pty = openProgram(
		file,
		args,
		home,
		{ rows: 30, ...options },
		{
			onData: (data) => {
				written += data;
				wake();
			},
			onEnd: (exitCode) => {
				code = exitCode;
				wake();
			},
		},
	);
	const take = (): string => {
		const all = written;
		written = "";
		return all;
	};
	const waitUntil = async (isReady: () => boolean, what: string): Promise<void> => {
		const deadline = Date.now() + PATIENCE;
		while (!isReady()) {
			const left = deadline - Date.now();
			if (left <= 0) throw new Error(`${what} did not come. Written: ${JSON.stringify(written)}`);
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, left);
				wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}
	};
	return {
		type: pty.write,
		waitFor: async (text) => {
			await waitUntil(() => (typeof text === "string" ? written.includes(text) : text.test(written)), String(text));
			return take();
		},
		end: async () => {
			await waitUntil(() => code !== undefined, "The end");
			return { code: code ?? -1, rest: take() };
		},
	};
}

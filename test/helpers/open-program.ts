import { openPty, type Pty, type PtyListener, type PtyOptions } from "./pty.ts";
import type { Home } from "./session.ts";
import { readCommand } from "./shell.ts";
import { openInProcess } from "./terminal-in-process.ts";

/** Variables that name other programs, which need a terminal of their own, or hold settings of Node. */
const OF_PROCESSES = ["EDITOR", "VISUAL", "PAGER", "NODE_OPTIONS"];

/**
 * Starts a program in a terminal, with the environment of a home and nothing else. If it is just `hub` with words, also
 * as a line of bash, the command runs in this process, which is much faster; else, and with `real`, in a pseudo-terminal.
 */
export function openProgram(
	file: string,
	args: readonly string[],
	home: Home,
	options: PtyOptions,
	listener: PtyListener,
): Pty {
	const { env = {}, real = Boolean(process.env["HUB_TEST_REAL"]) } = options;
	const command = real ? undefined : findCommand(file, args);
	const all = { ...env, ...command?.env };
	if (!command || OF_PROCESSES.some((name) => all[name])) return openPty(file, args, home, options, listener);
	return openInProcess(command.argv, home, { ...options, env: all }, listener);
}

function findCommand(file: string, args: readonly string[]): ReturnType<typeof readCommand> {
	if (file === "hub") return { argv: [...args], env: {} };
	return file === "bash" && args.at(-2) === "-c" ? readCommand(args.at(-1) ?? "") : undefined;
}

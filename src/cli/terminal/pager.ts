import { splitShellWords } from "./shells.ts";
import { drawn, type StyledText } from "./styled.ts";
import type { Terminal } from "./terminal.ts";
import { textWidth } from "./width.ts";

/** Defaults of less: it exits after a short text, keeps colors, and leaves the text on the screen. */
const LESS_OPTIONS = "FRX";

/**
 * Prints a styled text for reading: on a terminal, a text longer than the screen goes through the pager in `PAGER`. Without
 * `PAGER`, and with `--no-pager`, it is printed at once, as `gh` does.
 */
export async function printPaged(text: string, terminal: Terminal): Promise<void> {
	const program = choosePager(text, terminal);
	const shown = drawn(text);
	if (program === undefined || !(await runPager(program, shown, terminal))) await terminal.print(shown);
}

function choosePager(text: string, { stdin, stdout, env, flags, isInteractive }: Terminal): string | undefined {
	const { columns = 80, rows = 24 } = stdout;
	if (!isInteractive || flags.pager === false || !stdin.isTTY) return undefined;
	const program = env["PAGER"] ?? "";
	if (program.trim() === "" || program.trim() === "cat") return undefined;
	const height = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / columns)), -1);
	return height >= rows ? program : undefined;
}

/** Returns whether the pager could be started. Ctrl-C goes to the pager while it runs. */
async function runPager(line: string, text: StyledText, { env, cwd }: Terminal): Promise<boolean> {
	const [program, ...args] = splitShellWords(line) ?? [];
	if (program === undefined) return false;
	const { spawn } = await import("node:child_process");
	const pager = spawn(program, args, {
		stdio: ["pipe", "inherit", "inherit"],
		cwd,
		env: { LESS: LESS_OPTIONS, LV: "-c", ...env },
	});
	// A user may quit the pager before the end.
	pager.stdin.on("error", () => undefined);
	pager.stdin.end(String(text));
	return await new Promise((resolve) => {
		pager.on("error", () => resolve(false));
		pager.on("close", () => resolve(true));
	});
}

import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { main } from "../../src/cli/main.ts";
import type { Output, ProcessIO } from "../../src/cli/terminal/process-io.ts";
import { defaultCache } from "../../src/hub/cache.ts";

/** What stands on standard input: nothing (`/dev/null`), the bytes of a pipe, or a file. */
export type Stdin = { kind: "none" } | { kind: "pipe"; bytes: Uint8Array } | { kind: "file"; path: string };

/** What a command in process printed, as bytes, and how it ended. */
export interface RunResult {
	stdout: Buffer;
	stderr: Buffer;
	/** Both, in the order of writing. */
	all: Buffer;
	code: number;
}

/** Where a command runs. */
export interface RunIn {
	cwd: string;
	env: Readonly<Record<string, string>>;
	stdin: Stdin;
	/** Width of the terminal that stdout and stderr are. Default: they are pipes. */
	columns?: number | undefined;
}

/** What spinners call on a terminal; how they move is not kept. */
const MOVES = { cursorTo: () => true, moveCursor: () => true, clearLine: () => true };

/**
 * Runs the command in this process: the sources, with a terminal at most for its output. A start costs 20 ms instead of 300.
 * What belongs to the process itself (start-up, signals, broken pipes, terminals) needs a real one.
 */
export async function runHub(argv: readonly string[], { cwd, env, stdin, columns }: RunIn): Promise<RunResult> {
	const parts: { stream: "stdout" | "stderr"; bytes: Buffer }[] = [];
	const collect = (stream: "stdout" | "stderr"): Output => ({
		write: (text, done) => {
			parts.push({ stream, bytes: Buffer.from(text as string) });
			done?.();
			return true;
		},
		...(columns === undefined ? {} : { isTTY: true, columns, rows: 30, ...MOVES }),
	});
	const descriptor = openStdin(stdin, cwd);
	const io: ProcessIO = {
		stdinDescriptor: descriptor,
		stdin: stdin.kind === "pipe" ? Readable.from([stdin.bytes]) : readDescriptor(stdin, cwd),
		stdout: collect("stdout"),
		stderr: collect("stderr"),
		env,
		cwd,
		signal: new AbortController().signal,
	};
	// A process begins without look-ups; what another test asked Hugging Face for must be asked again.
	defaultCache.clear();
	try {
		const code = await main(argv, io);
		const join = (stream?: string): Buffer =>
			Buffer.concat(parts.filter((part) => !stream || part.stream === stream).map(({ bytes }) => bytes));
		return { stdout: join("stdout"), stderr: join("stderr"), all: join(), code };
	} finally {
		closeSync(descriptor);
	}
}

/** The stream of a file or of nothing; the descriptor tells its kind and is not read. */
function readDescriptor(stdin: Stdin, cwd: string): Readable {
	if (stdin.kind !== "file") return Readable.from([]);
	return Readable.from(
		(async function* () {
			const { readFile } = await import("node:fs/promises");
			yield await readFile(join(cwd, stdin.path));
		})(),
	);
}

let fifo: string | undefined;

/** A descriptor of the same kind as the standard input that is played. */
function openStdin(stdin: Stdin, cwd: string): number {
	if (stdin.kind === "none") return openSync("/dev/null", "r");
	if (stdin.kind === "file") return openSync(join(cwd, stdin.path), "r");
	if (!fifo) {
		const folder = mkdtempSync(join(tmpdir(), "hub-fifo-"));
		process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
		fifo = join(folder, "fifo");
		execFileSync("mkfifo", [fifo]);
	}
	return openSync(fifo, constants.O_RDWR);
}

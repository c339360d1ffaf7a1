import { readFileSync } from "node:fs";
import { Interrupt } from "../process-io.ts";
import type { Terminal } from "../terminal.ts";
import { QUESTIONS, type Replies, readReplies } from "./replies.ts";

/** Terminals answer within a few milliseconds, over a slow line later; only those that never answer take all of it. */
const TIME_LIMIT = 1000;

/** The answers, and the keyboard in the program's hands until it is given back. */
export interface Asked {
	replies: Replies;
	/** Gives the keyboard back; until then answers that come late go nowhere instead of to the shell. */
	release(): void;
}

/**
 * Asks the terminal what it can show. The keyboard is read without echo meanwhile, and given back whatever happens.
 * @returns what was answered in time; nothing where the keyboard is not a terminal, or another program has it
 * @throws Interrupt if Ctrl-C is pressed
 */
export async function askTerminal(terminal: Terminal): Promise<Asked> {
	const { stdin, stdout, signal } = terminal;
	if (!stdin.isTTY || !stdin.setRawMode || !hasKeyboard())
		return { replies: readReplies(""), release: () => undefined };
	const chunks: Buffer[] = [];
	const received = (): string => Buffer.concat(chunks).toString("latin1");
	let wake = (): void => undefined;
	const read = (chunk: Uint8Array | string): void => {
		chunks.push(Buffer.from(chunk));
		if (readReplies(received()).isComplete || received().includes("\x03")) wake();
	};
	let isReleased = false;
	const release = (): void => {
		if (isReleased) return;
		isReleased = true;
		stdin.off("data", read);
		stdin.pause();
		stdin.setRawMode?.(false);
	};
	terminal.defer(release);
	stdin.setRawMode(true);
	stdin.on("data", read);
	stdin.resume();
	const answered = new Promise<void>((resolve) => {
		const timer = setTimeout(() => wake(), TIME_LIMIT);
		wake = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", wake);
			resolve();
		};
		signal.addEventListener("abort", wake);
	});
	// Terminals that do not know a question may print it; so the line is wiped afterwards.
	stdout.write(QUESTIONS);
	await answered;
	stdout.write("\r\x1b[K");
	const replies = readReplies(received());
	if (replies.isComplete || signal.aborted) release();
	if (received().includes("\x03")) {
		release();
		throw new Interrupt("SIGINT");
	}
	return { replies, release };
}

/**
 * Whether the keyboard is this program's. A program in the background (`&`) that touches it is stopped by the system.
 * Only Linux tells; elsewhere it is assumed.
 */
function hasKeyboard(): boolean {
	try {
		const stat = readFileSync("/proc/self/stat", "latin1");
		// The name of the program is in brackets and may contain anything.
		const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		// -1: there is no terminal that programs could take turns at.
		return foreground === "-1" || group === foreground;
	} catch {
		return true;
	}
}

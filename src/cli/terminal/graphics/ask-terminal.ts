import { readFileSync } from "node:fs";
import { Interrupt } from "../process-io.ts";
import type { Terminal } from "../terminal.ts";
import type { Size } from "./pixels.ts";

/** Terminals answer within a few milliseconds, over a slow line later; only those that never answer use all of it. */
const TIME_LIMIT = 1000;

/** The answers, and a function that releases the keyboard. */
export interface Asked {
	replies: Replies;
	/** Releases the keyboard; until then late answers are dropped instead of reaching the shell. */
	release(): void;
}

/**
 * Queries the terminal's abilities. The keyboard is read without echo meanwhile, and always released.
 * @returns the answers in time; none if the keyboard is not a terminal, or another program uses it
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
	// Terminals may print unknown queries, so the line is cleared afterwards.
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
 * Whether this program owns the keyboard. The system stops a background program (`&`) that touches it. Only Linux
 * reports this; elsewhere it is assumed.
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

/** Facts that a terminal reports about itself. */
interface Replies {
	/** It knows the kitty graphics protocol. */
	kitty: boolean;
	/** It knows sixels. */
	sixel: boolean;
	/** Size of a character cell. */
	cell: Size | undefined;
	/** The last question was answered, so nothing more will come. */
	isComplete: boolean;
}

/**
 * The queries: support of the kitty protocol, size of a cell, and device attributes. Every terminal answers the last,
 * so the wait always ends.
 */
const QUESTIONS = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c";

/** Reads the answers from what the terminal has sent so far. */
export function readReplies(text: string): Replies {
	const sequences = text.split("\x1b");
	const find = (pattern: RegExp): RegExpExecArray | undefined =>
		sequences.map((sequence) => pattern.exec(sequence)).find((match) => match !== null) ?? undefined;
	const attributes = find(/^\[\?([\d;]*)c/)?.[1];
	const [, height, width] = find(/^\[6;(\d+);(\d+)t/) ?? [];
	const cell = { width: Number(width), height: Number(height) };
	return {
		kitty: find(/^_Gi=31;OK/) !== undefined,
		sixel: attributes?.split(";").includes("4") ?? false,
		// An implausible cell size is ignored.
		cell: cell.width >= 2 && cell.height >= 4 && cell.width < 200 && cell.height < 400 ? cell : undefined,
		isComplete: attributes !== undefined,
	};
}

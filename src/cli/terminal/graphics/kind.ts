import { readFileSync } from "node:fs";
import type { PixelSize } from "../../../base/image-size.ts";
import { Interrupt, isUnattended } from "../process-io.ts";
import type { Terminal } from "../terminal.ts";

type PreviewKind = "kitty" | "iterm" | "sixel" | "blocks" | "none";

/** Whether images may be shown. Never without a terminal; `auto` also respects `TERM=dumb`, CI and missing colors. */
export function mayPreview(choice: PreviewChoice, { stdout, env, flags, colors }: Terminal): boolean {
	if (!stdout.isTTY || flags.json || flags.quiet || choice === "none") return false;
	return choice !== "auto" || (env["TERM"] !== "dumb" && !isUnattended(env) && colors.stdout.level > 0);
}

/** Variables that identify a terminal; the first match counts. */
const TERMINALS: readonly (readonly [kind: PreviewKind | "ask", variable: string, value?: RegExp])[] = [
	// These render themselves, whatever terminal they run in.
	["ask", "TMUX"],
	["blocks", "STY"],
	["blocks", "TERM", /^(screen|linux)/],
	["ask", "TERM", /^tmux/],
	["kitty", "KITTY_WINDOW_ID"],
	["kitty", "TERM", /^xterm-(kitty|ghostty)/],
	["kitty", "TERM_PROGRAM", /^(ghostty|WarpTerminal)$/],
	["iterm", "TERM_PROGRAM", /^(iTerm\.app|WezTerm|mintty)$/],
	["iterm", "LC_TERMINAL", /^iTerm2$/],
	["kitty", "KONSOLE_VERSION", /^2[2-9]\d{4}|^[3-9]\d{5}/],
	// It prints the queries instead of answering them.
	["blocks", "TERM_PROGRAM", /^Apple_Terminal$/],
	["ask", "TERM"],
	// Windows Terminal supports sixels since 1.22.
	["ask", "WT_SESSION"],
];

/** Returns the protocol that the environment implies; `ask` where the terminal must be queried. */
export function kindByEnvironment(env: Terminal["env"]): PreviewKind | "ask" {
	const row = TERMINALS.find(([, variable, pattern]) => {
		const value = env[variable];
		return value && (!pattern || pattern.test(value));
	});
	return row?.[0] ?? "blocks";
}

/** The protocol for images, and the terminal's report about its cells. */
export interface Chosen extends Asked {
	kind: PreviewKind;
}

/** Finds out how to show an image. Call `release` after showing it. */
export async function choosePreview(choice: PreviewChoice, terminal: Terminal): Promise<Chosen> {
	if (!mayPreview(choice, terminal)) return { kind: "none", ...SILENT };
	const known = choice === "auto" ? kindByEnvironment(terminal.env) : choice;
	if (known !== "ask" && known !== "sixel") return { kind: known as PreviewKind, ...SILENT };
	// Sixels need the size of a cell.
	const asked = await queryTerminal(terminal);
	if (known === "sixel") return { kind: "sixel", ...asked };
	const { kitty, sixel } = asked.replies;
	// Tmux shows sixels itself; it does not track the position of images that pass through it.
	return { kind: kitty && !terminal.env["TMUX"] ? "kitty" : sixel ? "sixel" : "blocks", ...asked };
}

/** Terminals answer within a few milliseconds, over a slow line later; only those that never answer use all of it. */
const TIME_LIMIT = 1000;

interface Asked {
	replies: Replies;
	/** Releases the keyboard; until then late answers are dropped instead of reaching the shell. */
	release(): void;
}

const SILENT: Asked = { replies: readReplies(""), release: () => undefined };

/**
 * Queries the terminal's abilities. The keyboard is read without echo meanwhile, and always released.
 * @returns the answers in time; none if the keyboard is not a terminal, or another program uses it
 * @throws Interrupt if Ctrl-C is pressed
 */
async function queryTerminal(terminal: Terminal): Promise<Asked> {
	const { stdin, stdout, signal } = terminal;
	if (!stdin.isTTY || !stdin.setRawMode || !hasKeyboard()) return SILENT;
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
		// -1: the process has no controlling terminal.
		return foreground === "-1" || group === foreground;
	} catch {
		return true;
	}
}

/** Facts that a terminal reports about itself. */
interface Replies {
	kitty: boolean;
	sixel: boolean;
	cell: PixelSize | undefined;
	/** The last question was answered, so nothing more will come. */
	isComplete: boolean;
}

/**
 * The queries: support of the kitty protocol, size of a cell, and device attributes. Every terminal answers the last,
 * so the wait always ends.
 */
const QUESTIONS = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c";

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

/** How images are to be shown on a terminal: a value of `--preview`. */
export type PreviewChoice = "auto" | "kitty" | "iterm" | "sixel" | "blocks" | "none";

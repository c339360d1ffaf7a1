import { isUnattended } from "../process-io.ts";
import type { Terminal } from "../terminal.ts";
import { type Asked, askTerminal, readReplies } from "./ask-terminal.ts";
import type { PreviewChoice } from "./choices.ts";

/** Ways to show an image on a terminal. */
export type PreviewKind = "kitty" | "iterm" | "sixel" | "blocks" | "none";

/** Whether images may be shown. Never without a terminal; `auto` also respects `TERM=dumb`, CI and missing colors. */
export function mayPreview(choice: PreviewChoice, { stdout, env, flags, colors }: Terminal): boolean {
	if (!stdout.isTTY || flags.json || flags.quiet || choice === "none") return false;
	return choice !== "auto" || (env["TERM"] !== "dumb" && !isUnattended(env) && colors.stdout.level > 0);
}

/** Variables that identify a terminal; the first match counts. */
const TERMINALS: readonly (readonly [kind: PreviewKind | "ask", variable: string, value?: RegExp])[] = [
	// These draw themselves, whatever terminal they were started in.
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
	// Prints the questions instead of answering them.
	["blocks", "TERM_PROGRAM", /^Apple_Terminal$/],
	["ask", "TERM"],
	// Windows Terminal supports sixels since 1.22.
	["ask", "WT_SESSION"],
];

/** Returns the protocol that the environment implies; `ask` where the terminal must be asked. */
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
	const silent = { replies: readReplies(""), release: () => undefined };
	if (!mayPreview(choice, terminal)) return { kind: "none", ...silent };
	const known = choice === "auto" ? kindByEnvironment(terminal.env) : choice;
	if (known !== "ask" && known !== "sixel") return { kind: known as PreviewKind, ...silent };
	// Sixels need the size of a cell.
	const asked = await askTerminal(terminal);
	if (known === "sixel") return { kind: "sixel", ...asked };
	const { kitty, sixel } = asked.replies;
	// Tmux shows sixels itself; it does not know the position of images that pass through it.
	const isPassed = Boolean(terminal.env["TMUX"]);
	return { kind: kitty && !isPassed ? "kitty" : sixel ? "sixel" : "blocks", ...asked };
}

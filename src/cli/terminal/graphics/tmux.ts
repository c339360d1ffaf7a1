import type { Cells } from "./fit.ts";

/** Wraps a command for the terminal in which tmux runs; tmux passes it on if `allow-passthrough` is on. */
function passThroughTmux(command: string): string {
	return `\x1bPtmux;${command.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
}

/**
 * Returns an image that bypasses tmux. Tmux does not know its size, so the rows are created first, the image is drawn
 * from the first one, and the cursor is moved below the last.
 */
export function placePastTmux(commands: readonly string[], { rows }: Cells): string {
	return `${"\n".repeat(rows)}\x1b[${rows}A${commands.map(passThroughTmux).join("")}\x1b[${rows}B`;
}

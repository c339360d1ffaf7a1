import type { Output } from "./process-io.ts";
import type { Terminal } from "./terminal.ts";

/** Copies a text to the terminal's clipboard (OSC 52); works through ssh too, if the terminal allows it. */
export function copyToClipboard(text: string, terminal: Output): void {
	terminal.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
}

/** Returns the stream of the terminal with the clipboard: stdout, else stderr. */
export function findTerminal({ stdout, stderr, env }: Pick<Terminal, "stdout" | "stderr" | "env">): Output | undefined {
	if (env["TERM"] === "dumb") return undefined;
	return [stdout, stderr].find(({ isTTY }) => isTTY);
}

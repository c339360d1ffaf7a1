import type { Context } from "../../context.ts";
import type { Output } from "../../terminal/process-io.ts";

/** Has the terminal put a text on the clipboard (OSC 52); works through ssh too, where the terminal allows it. */
export function copyToClipboard(text: string, terminal: Output): void {
	terminal.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
}

/** The terminal that has the clipboard: where results go, else where remarks go. */
export function findTerminal({ stdout, stderr, env }: Context): Output | undefined {
	if (env["TERM"] === "dumb") return undefined;
	return [stdout, stderr].find(({ isTTY }) => isTTY);
}

import type { Colors } from "./color.ts";
import type { LiveBlocks } from "./live-blocks.ts";
import type { Output, ProcessIO } from "./process-io.ts";
import type { StyledText } from "./styled.ts";

/** Flags of every command that control output, prompts and input. */
export interface DisplayFlags {
	readonly quiet: boolean;
	readonly debug: boolean;
	readonly json: boolean;
	/** JSON only because of `--jq` or `--template`. */
	readonly isJsonImplied?: boolean;
	/** `false` after `--no-input`: no prompts. */
	readonly input: boolean;
	/** `false` after `--no-pager`: long texts are printed at once. */
	readonly pager?: boolean | undefined;
	/** `--stdin` or `--no-stdin`; by default pipes are read, and files if there is no other input. */
	readonly stdin?: boolean | undefined;
	/** `--color` or `--no-color`; by default the streams and the environment decide. */
	readonly color?: boolean | undefined;
	/** Expression of `--jq`, through which JSON is printed. */
	readonly jq?: string | undefined;
	/** Text of `--template`, which is rendered for each item of the output. */
	readonly template?: string | undefined;
	/** Bytes of the largest file that is read, of `--max-input`. Default {@link MAX_INPUT}. */
	readonly maxInput?: number | undefined;
}

/** Default of `--max-input` in bytes. */
export const MAX_INPUT = 1_000_000_000;

/** The process with the settings of the command line, for all code that prints or prompts. */
export interface Terminal extends Required<ProcessIO> {
	/** Colors for each stream, by what the stream and the environment allow. */
	readonly colors: { readonly stdout: Colors; readonly stderr: Colors };
	readonly flags: DisplayFlags;
	/** The parts that are redrawn below everything that is written to `stdout` and `stderr`. */
	readonly live: LiveBlocks;
	/**
	 * Writes a result and waits while the reader is slower. On a terminal a string is shown without any code; `styled` and
	 * `drawn` create styled texts. Bytes are written as they are, and so are strings in a pipe.
	 */
	print(text: string | StyledText | Uint8Array): Promise<void>;
	/** Writes a note for people to stderr, unless `--quiet` was given. */
	note(text: string | StyledText): void;
	/** Writes to stderr, whatever the flags say. A string is shown without any code; `styled` creates styled texts. */
	warn(text: string | StyledText): void;
	/** Closes something when the program ends; at once when it has ended already. */
	defer(close: () => void | Promise<void>): void;
	/** Whether the user can be prompted. */
	readonly isInteractive: boolean;
	/** Whether a progress line on stderr is allowed. */
	readonly showsProgress: boolean;
}

/** Copies a text to the terminal's clipboard (OSC 52); works through ssh too, if the terminal allows it. */
export function copyToClipboard(text: string, terminal: Output): void {
	terminal.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
}

/** Returns the stream of the terminal with the clipboard: stdout, else stderr. */
export function findTerminal({ stdout, stderr, env }: Pick<Terminal, "stdout" | "stderr" | "env">): Output | undefined {
	if (env["TERM"] === "dumb") return undefined;
	return [stdout, stderr].find(({ isTTY }) => isTTY);
}

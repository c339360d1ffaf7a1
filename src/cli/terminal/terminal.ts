import type { Colors } from "./color.ts";
import type { ProcessIO } from "./process-io.ts";

/** The process with what the command line says about it: whatever prints or asks gets this. */
export interface Terminal extends Required<ProcessIO> {
	/** Colors for each stream, by what the stream and the environment allow. */
	colors: { stdout: Colors; stderr: Colors };
	/** Flags such as `--quiet` and `--json`, which every command has. */
	flags: { quiet: boolean; debug: boolean; json: boolean; input: boolean };
	/** Writes a result and waits while the reader is slower. */
	print(text: string | Uint8Array): Promise<void>;
	/** Writes a note for people to stderr, unless `--quiet` was given. */
	note(text: string): void;
	/** Writes to stderr, whatever the flags say. */
	warn(text: string): void;
	/** Closes something when the program ends; at once when it has ended already. */
	defer(close: () => void | Promise<void>): void;
	/** Whether the user can be asked. */
	readonly isInteractive: boolean;
}

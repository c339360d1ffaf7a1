import type { Command } from "commander";
import type { Context } from "./context.ts";

/** One subcommand: what `hub --help` says of it, and how to load the rest. */
export interface CommandEntry {
	name: string;
	summary: string;
	load(): Promise<CommandModule>;
}

/** A file of `commands/`. */
export interface CommandModule {
	/** The command with its flags, help and examples; parsing it runs the action. */
	createCommand(context: Context): Command;
}

/** Every subcommand, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
	{
		name: "infer",
		summary: "run a task on a model: chat, text, image, audio, tables …",
		load: () => import("./commands/infer.ts"),
	},
];

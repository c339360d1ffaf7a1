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
		summary: "run a task on a model: chat, text, embeddings",
		load: () => import("./commands/infer.ts"),
	},
	{
		name: "tasks",
		summary: "list the tasks, or show all about one",
		load: () => import("./commands/tasks.ts"),
	},
	{
		name: "libraries",
		summary: "list the model libraries, or show one",
		load: () => import("./commands/libraries.ts"),
	},
];

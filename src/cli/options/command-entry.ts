import type { Command } from "commander";
import type { Context } from "../context.ts";

/** A subcommand: what `hub --help` says about it, and how to load the rest. */
export interface CommandEntry {
	name: string;
	summary: string;
	load(): Promise<CommandModule>;
	/** Hidden from help and suggestions. */
	isHidden?: boolean;
	/** The command rejects `--token` itself. */
	takesNoToken?: boolean;
	/** The list that `--json` alone prints; loading it takes much less time than loading the command. */
	loadList?: (() => Promise<readonly object[]>) | undefined;
}

/** The module `command.ts` of a folder in `commands/`. */
export interface CommandModule {
	/** The command with its options, help and examples; parsing it runs the action. */
	createCommand(context: Context): Command;
}

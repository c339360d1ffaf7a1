import type { CreateCommand } from "./define-command.ts";

/** A command: what `hub --help` says about it, and how to load the rest. */
export interface CommandEntry {
	name: string;
	summary: string;
	load(): Promise<{ createCommand: CreateCommand }>;
	/** Hidden from help and suggestions. */
	isHidden?: boolean;
	/** The command rejects `--token` itself. */
	takesNoToken?: boolean;
	/** The list that `--json` alone prints; loading it takes much less time than loading the command. */
	loadList?: (() => Promise<readonly object[]>) | undefined;
}

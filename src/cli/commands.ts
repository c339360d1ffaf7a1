import rows from "./lists/commands.json" with { type: "json" };
import type { CommandEntry } from "./options/command-entry.ts";

/** The commands that get more than the context. */
const LOADERS: Readonly<Record<string, CommandEntry["load"]>> = {
	alias: async () => {
		const { createCommand } = await import("./commands/alias/command.ts");
		const names = [...COMMANDS.map(({ name }) => name), "help"];
		return { createCommand: (context) => createCommand(context, names) };
	},
	__complete: async () => {
		const { createCommand } = await import("./commands/completion/complete-command.ts");
		return { createCommand: (context) => createCommand(context, COMMANDS) };
	},
};

const LISTS: Readonly<Record<string, CommandEntry["loadList"]>> = {
	tasks: async () => (await import("./lists/tasks.prepared.ts")).TASK_LIST,
	libraries: async () => (await import("./lists/libraries.prepared.ts")).LIBRARY_LIST,
};

/** A row names a folder of `commands`, from which the command is loaded. */
export const COMMANDS: readonly CommandEntry[] = rows.map((row) => {
	const [own, ofFolder] = [LOADERS[row.name], () => import(`./commands/${row.name}/command.ts`)];
	return { ...row, load: own ?? ofFolder, loadList: LISTS[row.name] };
});

/** Runs if no command is named: `hub "why is the sky blue?"`. */
export const PROMPT: CommandEntry = {
	name: "",
	summary: "ask a model",
	load: async () => {
		const { createPromptCommand } = await import("./commands/infer/command.ts");
		return { createCommand: createPromptCommand };
	},
};

export const VISIBLE_COMMANDS: readonly CommandEntry[] = COMMANDS.filter(({ isHidden }) => !isHidden);

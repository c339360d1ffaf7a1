import rows from "./lists/commands.json" with { type: "json" };
import type { CommandEntry } from "./options/command-entry.ts";

const LOADERS: Readonly<Record<string, CommandEntry["load"]>> = {
	infer: () => import("./commands/infer/command.ts"),
	chat: () => import("./commands/chat/command.ts"),
	batch: () => import("./commands/batch/command.ts"),
	compare: () => import("./commands/compare/command.ts"),
	tasks: () => import("./commands/tasks/command.ts"),
	libraries: () => import("./commands/libraries/command.ts"),
	providers: () => import("./commands/providers/command.ts"),
	sandbox: () => import("./commands/sandbox/command.ts"),
	serve: () => import("./commands/serve/command.ts"),
	mcp: () => import("./commands/mcp/command.ts"),
	launch: () => import("./commands/launch/command.ts"),
	models: () => import("./commands/models/command.ts"),
	snippet: () => import("./commands/snippet/command.ts"),
	template: () => import("./commands/template/command.ts"),
	login: () => import("./commands/login/command.ts"),
	logout: () => import("./commands/logout/command.ts"),
	whoami: () => import("./commands/whoami/command.ts"),
	config: () => import("./commands/config/command.ts"),
	prompt: () => import("./commands/prompt/command.ts"),
	skill: () => import("./commands/skill/command.ts"),
	logs: () => import("./commands/logs/command.ts"),
	usage: () => import("./commands/usage/command.ts"),
	doctor: () => import("./commands/doctor/command.ts"),
	completion: () => import("./commands/completion/command.ts"),
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

export const COMMANDS: readonly CommandEntry[] = rows.map((row) => {
	const load = LOADERS[row.name];
	if (!load) throw new Error(`lists/commands.json names an unknown command "${row.name}".`);
	return { ...row, load, loadList: LISTS[row.name] };
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

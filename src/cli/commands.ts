import type { CommandEntry } from "./options/define-command.ts";

/** `hub ask` is `hub infer -t chat`. */
const loadAsk: CommandEntry["load"] = async () => ({
	createCommand: (await import("./commands/infer/command.ts")).createPromptCommand,
});

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
	{
		name: "ask",
		summary: 'ask a model: hub "…", also with a single word',
		load: loadAsk,
	},
	{
		name: "infer",
		summary: "run a task on a model: chat, text, image, audio, tables …",
		load: () => import("./commands/infer/command.ts"),
	},
	{
		name: "chat",
		summary: "chat with a model: streaming Markdown, saved conversations",
		load: () => import("./commands/chat/command.ts"),
	},
	{
		name: "batch",
		summary: "run a task over many inputs: resumable, within limits and budget",
		load: () => import("./commands/batch/command.ts"),
	},
	{
		name: "compare",
		summary: "send one request to several models or providers, side by side",
		load: () => import("./commands/compare/command.ts"),
	},
	{
		name: "tasks",
		summary: "list the tasks, or show all about one",
		load: () => import("./commands/tasks/command.ts"),
		loadList: async () => (await import("./lists/tasks.ts")).TASK_LIST,
	},
	{
		name: "libraries",
		summary: "list the model libraries, or show one",
		load: () => import("./commands/libraries/command.ts"),
		loadList: async () => (await import("./lists/libraries.ts")).LIBRARY_LIST,
	},
	{
		name: "providers",
		summary: "list the providers, show one, or who serves a model",
		load: () => import("./commands/providers/command.ts"),
	},
	{
		name: "sandbox",
		summary: "serve a sandbox of Hugging Face, its router and all providers",
		load: () => import("./commands/sandbox/command.ts"),
	},
	{
		name: "serve",
		summary: "put every provider behind one local OpenAI-compatible URL",
		load: () => import("./commands/serve/command.ts"),
	},
	{
		name: "mcp",
		summary: "offer the tasks as tools to coding agents and other MCP clients",
		load: () => import("./commands/mcp/command.ts"),
	},
	{
		name: "launch",
		summary: "start a coding agent on any model",
		load: () => import("./commands/launch/command.ts"),
	},
	{
		name: "models",
		summary: "search Hugging Face for models, or show one",
		load: () => import("./commands/models/command.ts"),
	},
	{
		name: "snippet",
		summary: "print code that loads a model, or calls it at a provider",
		load: () => import("./commands/snippet/command.ts"),
	},
	{
		name: "template",
		summary: "render, format, check and inspect chat templates (Jinja)",
		load: () => import("./commands/template/command.ts"),
	},
	{
		name: "login",
		summary: "sign in with your browser or a token, or store a provider's key",
		load: () => import("./commands/login/command.ts"),
		takesNoToken: true,
	},
	{
		name: "logout",
		summary: "sign out: revoke and remove the stored tokens and keys",
		load: () => import("./commands/logout/command.ts"),
	},
	{
		name: "whoami",
		summary: "show whose token is used, and where it comes from",
		load: () => import("./commands/whoami/command.ts"),
	},
	{
		name: "config",
		summary: "show and change settings, and see where each comes from",
		load: () => import("./commands/config/command.ts"),
	},
	{
		name: "prompt",
		summary: "save prompts under names, and use them with -T",
		load: () => import("./commands/prompt/command.ts"),
	},
	{
		name: "skill",
		summary: "print what a coding agent should know, or install it",
		load: () => import("./commands/skill/command.ts"),
	},
	{
		name: "alias",
		summary: "name command lines that you use often",
		load: () => import("./commands/alias/command.ts"),
	},
	{
		name: "logs",
		summary: "show the logged calls, and run one again",
		load: () => import("./commands/logs/command.ts"),
	},
	{
		name: "usage",
		summary: "add up the logged calls: tokens, cost and times",
		load: () => import("./commands/usage/command.ts"),
	},
	{
		name: "doctor",
		summary: "check the setup, and suggest fixes",
		load: () => import("./commands/doctor/command.ts"),
	},
	{
		name: "completion",
		summary: "print the completion script of a shell",
		load: () => import("./commands/completion/command.ts"),
	},
	{
		name: "__complete",
		summary: "print what completion scripts need",
		load: () => import("./commands/completion/complete-command.ts"),
		isHidden: true,
	},
];

/** Runs if no command is named: `hub "why is the sky blue?"`. */
export const PROMPT: CommandEntry = {
	name: "",
	summary: "ask a model",
	load: loadAsk,
};

export const VISIBLE_COMMANDS: readonly CommandEntry[] = COMMANDS.filter(({ isHidden }) => !isHidden);

import type { Context } from "../context.ts";
import { MCP_OPTIONS } from "../options/model.ts";

/** The formats of `--format`, as `hub help formats` lists them; a command takes those that make sense for it. */
const FORMATS = [
	{ name: "text", meaning: "plain text; of lists one line each, with tabs between the columns" },
	{ name: "json", meaning: "one JSON document, the same as --json; its fields stay as they are" },
	{ name: "ndjson", meaning: "one JSON document per line: entries of a list, or events of an answer as they arrive" },
	{ name: "table", meaning: "columns that fit the terminal" },
] as const;

/** A topic of `hub help`, besides commands. */
export interface Topic {
	name: string;
	summary: string;
	/** The text, ending with a line break. */
	format(context: Context): Promise<string>;
	/** The facts behind it, for `--json`. */
	facts(): Promise<unknown>;
}

const loadExitCodes = async () => (await import("../errors/exit-codes.ts")).EXIT_CODES;
const loadErrors = async () => (await import("../errors/error-codes.ts")).ERRORS;
const loadEnvironment = async () => (await import("../config/environment.ts")).ENVIRONMENT;
const loadOptions = async () => (await import("../options/global-flags.ts")).GLOBAL_FLAGS;

/** Every topic, in the order of the help. */
export const TOPICS: readonly Topic[] = [
	{
		name: "options",
		summary: "options that every command takes",
		facts: loadOptions,
		format: async (context) => {
			const page = await openPage("Options of every command", "hub help options", context);
			page.blank();
			const shown = [
				...(await loadOptions()),
				{ flags: "-h, --help", description: "print the help of a command" },
				{ flags: "-V, --version", description: "print the version" },
			];
			page.definitions(shown.map(({ flags, description }) => ({ term: flags, text: description })));
			return page.toString();
		},
	},
	{
		name: "exit-codes",
		summary: "what the exit code of a command means",
		facts: loadExitCodes,
		format: async (context) => {
			const page = await openPage("Exit codes", "hub help exit-codes", context);
			const codes = await loadExitCodes();
			page.heading("Of every command");
			page.facts(codes.map(({ code, meaning }) => [String(code), meaning]));
			page.heading("Errors");
			page.paragraph(
				'An error is written to stderr: what happened, why, and what to do next. With --json it is one object, {"error": {"code", "name", "message", "hint", "status", "requestId", "provider", "model", "url"}}, of which code, name and message are always there; hub help errors lists the codes.',
			);
			return page.toString();
		},
	},
	{
		name: "errors",
		summary: "every error by its code: what it means and what to do",
		facts: async () => Object.entries(await loadErrors()).map(([code, entry]) => ({ code, ...entry })),
		format: async (context) => {
			const page = await openPage("Errors", "hub help errors", context);
			page.paragraph("With --json, an error carries its code. Codes do not change between versions.");
			page.definitions(
				Object.entries(await loadErrors()).map(([term, { message, cause, fix }]) => ({
					term,
					text: `${message} ${cause} ${fix}`,
				})),
			);
			return page.toString();
		},
	},
	{
		name: "environment",
		summary: "environment variables that hub reads, and what overrides what",
		facts: loadEnvironment,
		format: async (context) => {
			const page = await openPage("Environment", "hub help environment", context);
			for (const [subject, variables] of Object.entries(await loadEnvironment())) {
				page.heading(subject);
				page.definitions(variables.map(({ name, meaning }) => ({ term: name, text: meaning })));
			}
			page.heading("Precedence");
			page.paragraph(
				"Flags override environment variables, which override what hub config set and hub login store, which overrides the defaults. Tokens are looked for in this order: --token and --token-stdin, the variables, what hub login stored, the file of HF_TOKEN_PATH. hub config list shows the settings in force and where each comes from.",
			);
			return page.toString();
		},
	},
	{
		name: "tools",
		summary: "tools for a model: MCP servers, what may run, agents, hub mcp",
		facts: async () => MCP_OPTIONS,
		format: async (context) => {
			const page = await openPage("Tools", "hub help tools", context);
			page.paragraph(
				'hub infer, hub "…" and hub chat give a model the tools of servers that speak the Model Context Protocol. Nothing runs that you have not allowed: the terminal asks before each call, and without a terminal only what --allow-tools names may run.',
			);
			page.heading("Options");
			page.definitions(MCP_OPTIONS.map(({ flags, description }) => ({ term: flags, text: description })));
			page.heading("Servers");
			page.paragraph(
				'--mcp "npx -y PACKAGE ." starts a program without a shell; it gets PATH, HOME, LANG, TERM and what its entry names, never your tokens. --mcp https://… calls a server. hub config set mcp.NAME "…" keeps one under a name. --mcp-config FILE reads { "mcpServers": { "NAME": { "command", "args", "env" } or { "url", "headers" } } }. --mcp hf is the hub\'s own server.',
			);
			page.heading("Agents");
			page.paragraph(
				"--agent takes a folder with agent.json and AGENTS.md, or OWNER/NAME in the hub's data set tiny-agents/tiny-agents. Its inputs come from variables: site-key from SITE_KEY. It is shown before its first start.",
			);
			page.heading("The other way round");
			page.paragraph(
				"hub mcp offers the tasks of hub as tools to coding agents: hub mcp --print claude prints the entry.",
			);
			return page.toString();
		},
	},
	{
		name: "formats",
		summary: "output on a terminal, in a pipe, and with --format",
		facts: async () => FORMATS,
		format: async (context) => {
			const page = await openPage("Formats", "hub help formats", context);
			page.heading("--format");
			page.definitions(FORMATS.map(({ name, meaning }) => ({ term: name, text: meaning })));
			page.heading("Without it");
			page.paragraph(
				"On a terminal: tables, bars, colors, and responses as they arrive. In a pipe or a file: text for tasks that make text, JSON for structured results, the bytes themselves for images, audio and video; no colors, no questions.",
			);
			page.heading("Fields: --jq and --template");
			page.paragraph(
				"Both imply --json. --jq EXPRESSION prints a line for each result: strings as they are, other values as JSON. It supports the language and functions of jq 1.7, with JavaScript's regular expressions, except: env and $ENV (they contain keys), modules (import, include), debug, halt, local times and functions that read input: each document is processed alone.",
			);
			page.paragraph(
				"--template TEXT renders a Jinja template for each item of a list, or once for one object: {{ item.id }}, one line each. With --schema both work on the parsed value.",
			);
			page.heading("Standard input");
			page.paragraph(
				'Without words, or with -, it is the input. With words, a pipe is read too: a chat puts its text in front of the prompt. In a loop such as cat q | while read -r l; do hub infer … "$l"; done the first call would swallow the rest: add --no-stdin there. A file (hub infer … "text" < file) is not read if there are words, and a note says so; --stdin reads it. So a loop over a file works as it is.',
			);
			page.heading("Several inputs");
			page.paragraph(
				"hub infer gives one result for each word: a document each, with --json one array, with --format ndjson a line each. Images and @files among the words of a chat go with each prompt. Sentences to compare, a table with its question, and an image with its text are one input. hub chat joins words.",
			);
			page.heading("stdout and stderr");
			page.paragraph(
				"stdout has the result and nothing else. Notes, progress and errors go to stderr; --quiet leaves only errors.",
			);
			page.heading("Values");
			page.paragraph(
				"@path reads a value or text from a file (\\@ for a real @); sample:NAME is a built-in file (hub sandbox samples); - is standard input or output; -- ends the flags.",
			);
			return page.toString();
		},
	},
];

async function openPage(title: string, aside: string, { stdout, colors }: Context) {
	const { createPage } = await import("../terminal/page.ts");
	const page = createPage(stdout.columns ?? 100, colors.stdout);
	page.title(title, aside);
	return page;
}

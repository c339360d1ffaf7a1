import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { constants as osConstants, tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { formatCost } from "../../../exchange/decimal.ts";
import { type Exchange, sum } from "../../../exchange/index.ts";
import { quoteShell } from "../../../snippets/quote.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { optionConflict, UsageError, unknownWord } from "../../errors/usage.ts";

import { endProcess, findProgram, listProcesses, programStart } from "../../files/programs.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import { addOptions } from "../../options/add-options.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { type ServeCommandOptions, serveOptions } from "../serve/options.ts";

/** Options of `hub launch`: those of `hub serve`, without those of its port and key. */
interface LaunchOptions extends ServeCommandOptions {
	print?: boolean;
}

/** What an agent is told. */
interface Gateway {
	/** Without a slash at the end. */
	url: string;
	key: string;
	model: string;
	/** A folder for this run. */
	folder: string;
}

/** How an agent is started. */
interface Plan {
	/** Variables to set; undefined for those that would lead elsewhere. */
	env: Record<string, string | undefined>;
	/** Arguments: the user's with ours. */
	args: readonly string[];
	/** Files in the folder: name → content. */
	files?: Record<string, string>;
}

/** A coding agent. */
interface Agent {
	id: string;
	name: string;
	/** Name of its program. */
	program: string;
	/** How to install it. */
	install: string;
	/** The API it speaks. */
	api: "chat" | "responses" | "messages";
	plan(gateway: Gateway, args: readonly string[]): Plan;
}

/** The variable with the key, where an agent reads it from one of our choice. */
const KEY_VARIABLE = "HUB_LAUNCH_KEY";

/** Every agent, as told in its own documentation. */
const AGENTS: readonly Agent[] = [
	{
		id: "codex",
		name: "Codex",
		program: "codex",
		install: "npm install -g @openai/codex",
		api: "responses",
		plan: ({ url, key, model }, args) => {
			const provider = `{name="hub",base_url="${url}/v1",env_key="${KEY_VARIABLE}",wire_api="responses"}`;
			const flags = ["-c", 'model_provider="hub"', "-c", `model_providers.hub=${provider}`, "-m", model];
			// A subcommand takes flags only behind its name.
			const [first = "", ...rest] = args;
			const isCommand = /^(?:exec|e|resume|fork|review)$/.test(first);
			return { env: { [KEY_VARIABLE]: key }, args: isCommand ? [first, ...flags, ...rest] : [...flags, ...args] };
		},
	},
	{
		id: "claude",
		name: "Claude Code",
		program: "claude",
		install: "npm install -g @anthropic-ai/claude-code",
		api: "messages",
		plan: ({ url, key, model }, args) => {
			const models = ["MODEL", "SMALL_FAST_MODEL", "DEFAULT_OPUS_MODEL", "DEFAULT_SONNET_MODEL", "DEFAULT_HAIKU_MODEL"];
			return {
				env: {
					ANTHROPIC_BASE_URL: url,
					ANTHROPIC_AUTH_TOKEN: key,
					ANTHROPIC_API_KEY: undefined,
					CLAUDE_CODE_USE_BEDROCK: undefined,
					CLAUDE_CODE_USE_VERTEX: undefined,
					...Object.fromEntries(models.map((name) => [`ANTHROPIC_${name}`, model])),
					CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
				},
				args,
			};
		},
	},
	{
		id: "opencode",
		name: "opencode",
		program: "opencode",
		install: "npm install -g opencode-ai",
		api: "chat",
		plan: ({ url, key, model }, args) => {
			const options = { baseURL: `${url}/v1`, apiKey: `{env:${KEY_VARIABLE}}` };
			const hub = { npm: "@ai-sdk/openai-compatible", name: "hub", options, models: { [model]: { name: model } } };
			const config = { provider: { hub }, model: `hub/${model}`, small_model: `hub/${model}` };
			return { env: { [KEY_VARIABLE]: key, OPENCODE_CONFIG_CONTENT: JSON.stringify(config) }, args };
		},
	},
	{
		id: "qwen",
		name: "qwen-code",
		program: "qwen",
		install: "npm install -g @qwen-code/qwen-code",
		api: "chat",
		plan: ({ url, key, model }, args) => ({
			env: {
				OPENAI_BASE_URL: `${url}/v1`,
				OPENAI_API_KEY: key,
				OPENAI_MODEL: model,
				// It sends what goes to this machine there too.
				HTTPS_PROXY: undefined,
				https_proxy: undefined,
			},
			args: ["--auth-type", "openai", ...args],
		}),
	},
	{
		id: "pi",
		name: "pi",
		program: "pi",
		install: "npm install -g @mariozechner/pi-coding-agent",
		api: "chat",
		plan: ({ url, key, model, folder }, args) => {
			const hub = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: KEY_VARIABLE, models: [{ id: model }] };
			return {
				env: { [KEY_VARIABLE]: key, PI_CODING_AGENT_DIR: folder },
				args: ["--provider", "hub", "--model", model, ...args],
				files: { "models.json": JSON.stringify({ providers: { hub } }) },
			};
		},
	},
	{
		id: "cn",
		name: "Continue",
		program: "cn",
		install: "npm install -g @continuedev/cli",
		api: "chat",
		plan: ({ url, key, model, folder }, args) => {
			const roles = ["chat", "edit", "apply"];
			const apiBase = `${url}/v1`;
			const one = { name: model, provider: "openai", model, apiBase, apiKey: key, roles, capabilities: ["tool_use"] };
			// JSON is YAML too.
			const config = { name: "hub", version: "1.0.0", schema: "v1", models: [one] };
			return {
				env: {},
				args: ["--config", join(folder, "config.yaml"), ...args],
				files: { "config.yaml": JSON.stringify(config) },
			};
		},
	},
	{
		id: "aider",
		name: "Aider",
		program: "aider",
		install: "python -m pip install aider-install && aider-install",
		api: "chat",
		plan: ({ url, key, model }, args) => ({
			env: { OPENAI_API_BASE: `${url}/v1`, OPENAI_API_KEY: key },
			args: ["--model", `openai/${model}`, ...args],
		}),
	},
	{
		id: "goose",
		name: "goose",
		program: "goose",
		install: "curl -fsSL https://github.com/block/goose/releases/latest/download/goose-install.sh | sh",
		api: "chat",
		plan: ({ url, key, model }, args) => ({
			env: {
				GOOSE_PROVIDER: "openai",
				GOOSE_MODEL: model,
				OPENAI_HOST: url,
				OPENAI_BASE_PATH: "v1/chat/completions",
				OPENAI_API_KEY: key,
			},
			args,
		}),
	},
	{
		id: "crush",
		name: "Crush",
		program: "crush",
		install: "npm install -g @charmland/crush",
		api: "chat",
		plan: ({ url, key, model, folder }, args) => {
			const models = [{ id: model, name: model, context_window: 128_000, default_max_tokens: 8192 }];
			const hub = { type: "openai-compat", base_url: `${url}/v1`, api_key: `$${KEY_VARIABLE}`, models };
			const chosen = { model, provider: "hub" };
			return {
				env: { [KEY_VARIABLE]: key, CRUSH_GLOBAL_CONFIG: folder },
				args,
				files: { "crush.json": JSON.stringify({ providers: { hub }, models: { large: chosen, small: chosen } }) },
			};
		},
	},
];

/** A model for agents where none is named: it calls tools, and several providers serve it. */
const MODEL = "Qwen/Qwen3-Coder-480B-A35B-Instruct";

/** `hub launch`: starts a coding agent in front of any model. */
export function createCommand(context: Context): Command {
	const groups = serveOptions();
	const own = ["--port <n>", "--host <name>", "--allow-host <name>", "--cors <origin>", "--key", "--no-key", "--grace"];
	const kept = Object.entries(groups).map(([group, options]) => {
		const isKept = ({ flags }: { flags: string }): boolean => !own.some((flag) => flags.startsWith(flag));
		return [group, options.filter(isKept)] as const;
	});
	const command = new Command("launch")
		.description(
			"Starts a coding agent on any model, through a gateway like hub serve that runs as long as the agent. The agent's own settings stay as they are.",
		)
		.argument("[agent]", AGENTS.map(({ id }) => id).join(", "))
		.argument("[arguments...]", "arguments for the agent, after --");
	return addOptions(command, {
		...Object.fromEntries(kept.filter(([, options]) => options.length > 0)),
		"Output:": [new Option("--print", "print variables, files and the command instead of starting it")],
	})
		.addHelpText(
			"after",
			`
Without an agent: the list, with what is installed. The model is -m MODEL, else ${MODEL}; it
answers whatever name the agent asks for, unless --alias gives a name another. At the end, one line shows calls, tokens and cost.

Examples:
  hub launch claude -m Qwen/Qwen3-Coder-480B-A35B-Instruct -p together
  hub launch codex --sandbox -- exec "Explain this repository"
  hub launch opencode -m llama3.2:ollama --max-cost 1
  hub launch qwen --print

Exit codes: those of the agent, 2 wrong usage or not installed
See also:   hub serve --help`,
		)
		.action((id: string | undefined, args: string[], given: LaunchOptions) => launch(id, args, given, context));
}

async function launch(id: string | undefined, args: string[], given: LaunchOptions, context: Context): Promise<void> {
	if (id === undefined) return await listAgents(context);
	const agent = AGENTS.find((one) => one.id === id);
	if (!agent)
		throw unknownWord("agent", id, new Map(AGENTS.map((one) => [one.id, one.id])), "hub launch lists the agents.");
	if (given.print && given.config !== undefined) throw optionConflict("--print", "--config");
	const program = findProgram(agent.program, context);
	if (program === undefined && !given.print) {
		throw new UsageError(
			`${agent.name} is not installed: no ${agent.program} in PATH.`,
			`Install it: ${agent.install}`,
			"agent-missing",
		);
	}
	const hasCatchAll = given.alias?.some((text) => text.startsWith("*="));
	const model = given.model ?? MODEL;
	const options = hasCatchAll ? given : { ...given, model };
	if (given.print) return await printPlan(agent, model, args, context);

	const folder = await mkdtemp(join(tmpdir(), "hub-launch-"));
	context.defer(() => rm(folder, { recursive: true, force: true }));
	const { startGateway } = await import("../serve/run.ts");
	const totals = new Totals();
	// Until the agent has ended the terminal is its own.
	const notices = new Set<string>();
	const started = await startGateway(options, context, {
		onCall: (exchange) => totals.add(exchange),
		onNotice: (notice) => notices.add(notice),
	});
	const plan = agent.plan({ url: started.url, key: started.key, model, folder }, args);
	for (const [name, content] of Object.entries(plan.files ?? {})) replacePrivateFile(join(folder, name), content);
	const code = await runAgent(program ?? agent.program, plan, context);
	await started.close();
	for (const notice of notices) context.note(notice);
	context.note(context.colors.stderr.dim(totals.describe()));
	if (code !== 0) throw new ExitWithoutError(code);
}

/** Starts the program in this terminal; resolves with its exit code. */
async function runAgent(program: string, { env, args }: Plan, context: Context): Promise<number> {
	const mark = `HUB_LAUNCH_RUN=${randomUUID()}`;
	const [name = "", value] = mark.split("=");
	// A variable that is undefined is left out.
	const own = { ...context.env, ...noProxy(context), ...env, [name]: value };
	const start = programStart(program, args, context);
	const child = spawn(start.program, start.args, { stdio: "inherit", cwd: context.cwd, env: own });
	// Ctrl-C reaches the agent by the terminal; it decides what that means.
	const release = context.catchSignals((signal) => {
		if (signal !== "SIGINT" || !context.stdin.isTTY) child.kill(signal);
	});
	try {
		return await new Promise((resolve, reject) => {
			child.on("error", reject);
			child.on("exit", (code, signal) => {
				// It could not end its own children.
				if (signal) for (const id of listProcesses(mark)) endProcess(id);
				resolve(code ?? 128 + (osConstants.signals[signal ?? "SIGTERM"] ?? 15));
			});
		});
	} finally {
		release();
	}
}

/** The variables that keep calls of the gateway off a proxy. */
function noProxy({ env }: Context): Record<string, string> {
	const hosts = [env["NO_PROXY"] || env["no_proxy"] || [], "127.0.0.1", "localhost"].flat().join(",");
	return { NO_PROXY: hosts, no_proxy: hosts };
}

async function listAgents(context: Context): Promise<void> {
	if (context.flags.json) {
		const entries = AGENTS.map(({ id, name, api, program, install }) => {
			return { id, name, api, program, install, path: findProgram(program, context) ?? null };
		});
		return await printJson(entries, context);
	}
	const place = ({ program, install }: Agent): string => findProgram(program, context) ?? `not installed: ${install}`;
	const view: TableView<Agent> = {
		columns: [
			{ title: "AGENT", value: ({ id }) => id, whole: true },
			{ title: "NAME", value: ({ name }) => name },
			{ title: "API", value: ({ api }) => api },
			{ title: "PROGRAM", value: place },
		],
	};
	await printTable(AGENTS, view, context);
}

/** Prints what would be set, with the key as a variable. */
async function printPlan(agent: Agent, model: string, args: readonly string[], context: Context): Promise<void> {
	const folder = "$HUB_LAUNCH_DIR";
	const gateway = { url: "http://127.0.0.1:4141", key: "$HUB_SERVE_KEY", model, folder };
	const plan = agent.plan(gateway, args);
	const quote = (text: string): string =>
		text.includes("$HUB_") ? `"${text.replace(/["\\`]/g, "\\$&")}"` : quoteShell(text);
	const lines = [
		`# in front of: HUB_SERVE_KEY=… hub serve -m ${quoteShell(model)}`,
		...Object.entries(plan.files ?? {}).map(([name, text]) => `printf %s ${quote(text)} > "${folder}/${name}"`),
		...Object.entries(plan.env).map(([name, value]) =>
			value === undefined ? `unset ${name}` : `export ${name}=${quote(value)}`,
		),
		[agent.program, ...plan.args.map(quote)].join(" "),
	];
	if (plan.files) lines.splice(1, 0, 'export HUB_LAUNCH_DIR="$(mktemp -d)"');
	await context.print(`${lines.join("\n")}\n`);
}

/** What a run has used. */
class Totals {
	private calls = 0;
	private input = 0;
	private output = 0;
	private readonly costs: number[] = [];

	add({ usage, cost_usd: cost }: Exchange): void {
		this.calls++;
		this.input += usage?.input_tokens ?? 0;
		this.output += usage?.output_tokens ?? 0;
		if (cost !== null) this.costs.push(cost);
	}

	describe(): string {
		const cost = this.costs.length === 0 ? "cost unknown" : `$${formatCost(sum(this.costs))}`;
		const isPart = this.costs.length > 0 && this.costs.length < this.calls ? " for the calls with a known price" : "";
		return `${this.calls} ${this.calls === 1 ? "call" : "calls"}, ${this.input} → ${this.output} tokens, ${cost}${isPart}`;
	}
}

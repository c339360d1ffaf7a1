import { mapStrings } from "../../../base/json.ts";

/** What an agent is told. */
export interface Gateway {
	/** Without a slash at the end. */
	url: string;
	key: string;
	model: string;
	folder: string;
}

/** A coding agent, and how it is started. Texts may contain the names of {@link Gateway} in braces. */
export interface Agent {
	id: string;
	name: string;
	program: string;
	install: string;
	/** The API it speaks: `chat`, `responses` or `messages`. */
	api: string;
	/** Variables to set; null for those that would lead elsewhere. An object becomes JSON. */
	env: Readonly<Record<string, unknown>>;
	/** Arguments in front of the user's. */
	args?: readonly string[];
	/** Subcommands that take these arguments only behind their name. */
	subcommands?: readonly string[];
	/** Files in the folder: name → content, as JSON. */
	files?: Readonly<Record<string, unknown>>;
}

export const AGENTS: readonly Agent[] = [
	{
		id: "codex",
		name: "Codex",
		program: "codex",
		install: "npm install -g @openai/codex",
		api: "responses",
		env: {
			HUB_LAUNCH_KEY: "{key}",
		},
		args: [
			"-c",
			'model_provider="hub"',
			"-c",
			'model_providers.hub={name="hub",base_url="{url}/v1",env_key="HUB_LAUNCH_KEY",wire_api="responses"}',
			"-m",
			"{model}",
		],
		subcommands: ["exec", "e", "resume", "fork", "review"],
	},
	{
		id: "claude",
		name: "Claude Code",
		program: "claude",
		install: "npm install -g @anthropic-ai/claude-code",
		api: "messages",
		env: {
			ANTHROPIC_BASE_URL: "{url}",
			ANTHROPIC_AUTH_TOKEN: "{key}",
			ANTHROPIC_API_KEY: null,
			CLAUDE_CODE_USE_BEDROCK: null,
			CLAUDE_CODE_USE_VERTEX: null,
			ANTHROPIC_MODEL: "{model}",
			ANTHROPIC_SMALL_FAST_MODEL: "{model}",
			ANTHROPIC_DEFAULT_OPUS_MODEL: "{model}",
			ANTHROPIC_DEFAULT_SONNET_MODEL: "{model}",
			ANTHROPIC_DEFAULT_HAIKU_MODEL: "{model}",
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
		},
	},
	{
		id: "opencode",
		name: "opencode",
		program: "opencode",
		install: "npm install -g opencode-ai",
		api: "chat",
		env: {
			HUB_LAUNCH_KEY: "{key}",
			OPENCODE_CONFIG_CONTENT: {
				provider: {
					hub: {
						npm: "@ai-sdk/openai-compatible",
						name: "hub",
						options: {
							baseURL: "{url}/v1",
							apiKey: "{env:HUB_LAUNCH_KEY}",
						},
						models: {
							"{model}": {
								name: "{model}",
							},
						},
					},
				},
				model: "hub/{model}",
				small_model: "hub/{model}",
			},
		},
	},
	{
		id: "qwen",
		name: "qwen-code",
		program: "qwen",
		install: "npm install -g @qwen-code/qwen-code",
		api: "chat",
		env: {
			OPENAI_BASE_URL: "{url}/v1",
			OPENAI_API_KEY: "{key}",
			OPENAI_MODEL: "{model}",
			HTTPS_PROXY: null,
			https_proxy: null,
		},
		args: ["--auth-type", "openai"],
	},
	{
		id: "pi",
		name: "pi",
		program: "pi",
		install: "npm install -g @mariozechner/pi-coding-agent",
		api: "chat",
		env: {
			HUB_LAUNCH_KEY: "{key}",
			PI_CODING_AGENT_DIR: "{folder}",
		},
		args: ["--provider", "hub", "--model", "{model}"],
		files: {
			"models.json": {
				providers: {
					hub: {
						baseUrl: "{url}/v1",
						api: "openai-completions",
						apiKey: "HUB_LAUNCH_KEY",
						models: [
							{
								id: "{model}",
							},
						],
					},
				},
			},
		},
	},
	{
		id: "cn",
		name: "Continue",
		program: "cn",
		install: "npm install -g @continuedev/cli",
		api: "chat",
		env: {},
		args: ["--config", "{folder}/config.yaml"],
		files: {
			"config.yaml": {
				name: "hub",
				version: "1.0.0",
				schema: "v1",
				models: [
					{
						name: "{model}",
						provider: "openai",
						model: "{model}",
						apiBase: "{url}/v1",
						apiKey: "{key}",
						roles: ["chat", "edit", "apply"],
						capabilities: ["tool_use"],
					},
				],
			},
		},
	},
	{
		id: "aider",
		name: "Aider",
		program: "aider",
		install: "python -m pip install aider-install && aider-install",
		api: "chat",
		env: {
			OPENAI_API_BASE: "{url}/v1",
			OPENAI_API_KEY: "{key}",
		},
		args: ["--model", "openai/{model}"],
	},
	{
		id: "goose",
		name: "goose",
		program: "goose",
		install: "curl -fsSL https://github.com/block/goose/releases/latest/download/goose-install.sh | sh",
		api: "chat",
		env: {
			GOOSE_PROVIDER: "openai",
			GOOSE_MODEL: "{model}",
			OPENAI_HOST: "{url}",
			OPENAI_BASE_PATH: "v1/chat/completions",
			OPENAI_API_KEY: "{key}",
		},
	},
	{
		id: "crush",
		name: "Crush",
		program: "crush",
		install: "npm install -g @charmland/crush",
		api: "chat",
		env: {
			HUB_LAUNCH_KEY: "{key}",
			CRUSH_GLOBAL_CONFIG: "{folder}",
		},
		files: {
			"crush.json": {
				providers: {
					hub: {
						type: "openai-compat",
						base_url: "{url}/v1",
						api_key: "$HUB_LAUNCH_KEY",
						models: [
							{
								id: "{model}",
								name: "{model}",
								context_window: 128000,
								default_max_tokens: 8192,
							},
						],
					},
				},
				models: {
					large: {
						model: "{model}",
						provider: "hub",
					},
					small: {
						model: "{model}",
						provider: "hub",
					},
				},
			},
		},
	},
];

/** Fills in the facts of the gateway, and adds the user's arguments. */
export function planRun(
	{ env, args = [], subcommands = [], files = {} }: Agent,
	gateway: Gateway,
	own: readonly string[],
) {
	const fill = (text: string): string =>
		text.replace(/\{(url|key|model|folder)\}/g, (_, name: keyof Gateway) => gateway[name]);
	const toText = (value: unknown): string =>
		typeof value === "string" ? fill(value) : JSON.stringify(mapStrings(value, fill));
	const flags = args.map(fill);
	const [first = "", ...rest] = own;
	return {
		/** Undefined for a variable to unset. */
		env: Object.fromEntries(
			Object.entries(env).map(([name, value]) => [name, value === null ? undefined : toText(value)]),
		),
		args: subcommands.includes(first) ? [first, ...flags, ...rest] : [...flags, ...own],
		files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, toText(content)])),
	};
}

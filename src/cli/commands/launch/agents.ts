import { omitUndefined } from "../../../base/json.ts";

/** Facts about the gateway and the model for an agent. */
export interface Gateway {
	/** Without a slash at the end. */
	url: string;
	/** Valid for this gateway only. */
	key: string;
	model: string;
	/** A private folder that is removed at the end. */
	folder: string;
	/** Tokens that the model takes, question and answer together; undefined if unknown. */
	context: number | undefined;
	/** Tokens of the longest answer; undefined if unknown. */
	output: number | undefined;
	/** Whether the model sees images; undefined if unknown. */
	images: boolean | undefined;
}

/** How to start an agent. */
export interface Start {
	/** Variables to set; undefined for those that would bypass the gateway. */
	env: Readonly<Record<string, string | undefined>>;
	/** Arguments in front of the user's. */
	args?: readonly string[];
	/** Files in the folder: name → text, or what is written as JSON. */
	files?: Readonly<Record<string, object | string>>;
}

/** A project file that an agent reads, and the settings in it that can bypass the gateway. */
export interface ProjectSetting {
	/** Path in the project. */
	file: string;
	/** Matches the name of a setting in the text of the file. */
	setting: RegExp;
}

/** A coding agent, and how to start it. */
export interface Agent {
	id: string;
	name: string;
	program: string;
	install: string;
	/** The API that it uses. */
	api: "chat" | "responses" | "messages";
	start(gateway: Gateway): Start;
	/** Subcommands that take these arguments only after their name. */
	subcommands?: readonly string[];
	/** The subcommand for a terminal session, if the program alone does something else. */
	talks?: string;
	/**
	 * Settings of a project that bypass the gateway, and that no flag, variable or file of {@link Start}
	 * overrides: they are searched before the start.
	 */
	unbeaten?: readonly ProjectSetting[];
}

/** Name of the variable with the key, for agents that can be configured with one. */
const KEY_VARIABLE = "HUB_LAUNCH_KEY";

/** The services that Claude Code can call in place of a gateway; an empty value means no. */
const CLAUDE_SERVICES = Object.fromEntries(
	["BEDROCK", "VERTEX", "FOUNDRY", "MANTLE", "ANTHROPIC_AWS", "ANTHROPIC_GOOGLE_CLOUD", "GATEWAY"].map((service) => [
		`CLAUDE_CODE_USE_${service}`,
		"",
	]),
);

/** Those that opencode has itself: a project may give each a model. */
const OPENCODE_AGENTS = ["build", "plan", "general", "explore", "title", "summary", "compaction"];

/** Hosts that bypass proxies. */
export const LOOPBACK_HOSTS = "127.0.0.1,localhost";

export const AGENTS: readonly Agent[] = [
	{
		id: "codex",
		name: "Codex",
		program: "codex",
		install: "npm install -g @openai/codex",
		api: "responses",
		// A project cannot name providers, and flags override its model.
		start: ({ url, key, model, context }) => ({
			env: { [KEY_VARIABLE]: key },
			args: [
				...["-c", 'model_provider="hub"'],
				"-c",
				`model_providers.hub={name="hub",base_url="${url}/v1",env_key="${KEY_VARIABLE}",wire_api="responses"}`,
				...(context === undefined ? [] : ["-c", `model_context_window=${context}`]),
				...["-m", model],
			],
		}),
		subcommands: ["exec", "e", "resume", "fork", "review"],
	},
	{
		id: "claude",
		name: "Claude Code",
		program: "claude",
		install: "npm install -g @anthropic-ai/claude-code",
		api: "messages",
		start: ({ url, key, model, folder, context, output }) => {
			const env = omitUndefined({
				ANTHROPIC_BASE_URL: url,
				ANTHROPIC_AUTH_TOKEN: key,
				ANTHROPIC_MODEL: model,
				ANTHROPIC_SMALL_FAST_MODEL: model,
				ANTHROPIC_DEFAULT_OPUS_MODEL: model,
				ANTHROPIC_DEFAULT_SONNET_MODEL: model,
				ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
				// Changes with each version, which costs the provider's cache.
				CLAUDE_CODE_ATTRIBUTION_HEADER: "0",
				CLAUDE_CODE_MAX_CONTEXT_TOKENS: context?.toString(),
				CLAUDE_CODE_MAX_OUTPUT_TOKENS: output?.toString(),
			});
			const elsewhere = { ANTHROPIC_API_KEY: "", ANTHROPIC_UNIX_SOCKET: "", ...CLAUDE_SERVICES };
			return {
				env: { ...env, ...Object.fromEntries(Object.keys(elsewhere).map((name) => [name, undefined])) },
				// Overrides the settings of a project, whose variables override those of the environment.
				args: ["--settings", `${folder}/settings.json`],
				files: {
					"settings.json": {
						env: { ...env, ...elsewhere, NO_PROXY: LOOPBACK_HOSTS, no_proxy: LOOPBACK_HOSTS },
						// The automatic mode calls Anthropic's own service, which no gateway offers.
						permissions: { disableAutoMode: "disable" },
					},
				},
			};
		},
	},
	{
		id: "opencode",
		name: "opencode",
		program: "opencode",
		install: "npm install -g opencode-ai",
		api: "chat",
		start: ({ url, key, model, context, output, images }) => ({
			env: {
				[KEY_VARIABLE]: key,
				// Read last, so it overrides the files of a project.
				OPENCODE_CONFIG_CONTENT: JSON.stringify({
					provider: {
						hub: {
							npm: "@ai-sdk/openai-compatible",
							name: "hub",
							options: { baseURL: `${url}/v1`, apiKey: `{env:${KEY_VARIABLE}}` },
							models: {
								[model]: {
									name: model,
									// A model may name a different service than its provider.
									provider: { npm: "@ai-sdk/openai-compatible", api: `${url}/v1` },
									limit: context === undefined || output === undefined ? undefined : { context, output },
									...(images ? { attachment: true, modalities: { input: ["text", "image"], output: ["text"] } } : {}),
								},
							},
						},
					},
					// Without others, no setting of a project can choose one.
					enabled_providers: ["hub"],
					disabled_providers: [],
					model: `hub/${model}`,
					small_model: `hub/${model}`,
					agent: Object.fromEntries(OPENCODE_AGENTS.map((id) => [id, { model: `hub/${model}` }])),
				}),
			},
		}),
	},
	{
		id: "qwen",
		name: "qwen-code",
		program: "qwen",
		install: "npm install -g @qwen-code/qwen-code",
		api: "chat",
		start: ({ url, key, model, folder, context, output, images }) => ({
			env: {
				[KEY_VARIABLE]: key,
				OPENAI_BASE_URL: `${url}/v1`,
				OPENAI_API_KEY: key,
				OPENAI_MODEL: model,
				// Overrides the settings of a project, which override variables and flags.
				QWEN_CODE_SYSTEM_SETTINGS_PATH: `${folder}/settings.json`,
				HTTPS_PROXY: undefined,
				https_proxy: undefined,
			},
			args: ["--auth-type", "openai"],
			files: {
				"settings.json": {
					modelProviders: {
						openai: [
							{
								id: model,
								name: model,
								baseUrl: `${url}/v1`,
								envKey: KEY_VARIABLE,
								generationConfig: {
									contextWindowSize: context,
									samplingParams: output === undefined ? undefined : { max_tokens: output },
									modalities: images === undefined ? undefined : { image: images },
								},
							},
						],
					},
					model: { name: model },
					security: { auth: { selectedType: "openai" } },
				},
			},
		}),
	},
	{
		id: "pi",
		name: "pi",
		program: "pi",
		install: "npm install -g @earendil-works/pi-coding-agent",
		api: "chat",
		// An extension of this run, so that the user's own settings and sessions stay. Flags override the model of a project.
		start: ({ url, key, model, folder, context, output, images }) => ({
			env: { [KEY_VARIABLE]: key },
			args: ["--extension", `${folder}/hub.js`, "--provider", "hub", "--model", model],
			files: {
				"hub.js": `export default (pi) => pi.registerProvider("hub", ${JSON.stringify({
					baseUrl: `${url}/v1`,
					api: "openai-completions",
					apiKey: `$${KEY_VARIABLE}`,
					models: [
						{
							id: model,
							name: model,
							reasoning: false,
							input: images ? ["text", "image"] : ["text"],
							cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
							// Its own defaults for unknown models.
							contextWindow: context ?? 128_000,
							maxTokens: output ?? 16_384,
						},
					],
				})});\n`,
			},
		}),
	},
	{
		id: "cn",
		name: "Continue",
		program: "cn",
		install: "npm install -g @continuedev/cli",
		api: "chat",
		start: ({ url, key, model, folder, context, output, images }) => ({
			env: {},
			args: ["--config", `${folder}/config.yaml`],
			files: {
				"config.yaml": {
					name: "hub",
					version: "1.0.0",
					schema: "v1",
					models: [
						{
							name: model,
							provider: "openai",
							model,
							apiBase: `${url}/v1`,
							apiKey: key,
							roles: ["chat", "edit", "apply"],
							capabilities: ["tool_use", ...(images ? ["image_input"] : [])],
							defaultCompletionOptions: { contextLength: context, maxTokens: output },
						},
					],
				},
			},
		}),
	},
	{
		id: "cline",
		name: "Cline",
		program: "cline",
		install: "npm install -g cline",
		api: "chat",
		start: ({ url, key, model, folder, context, output }) => ({
			env: { CLINE_PROVIDER_SETTINGS_PATH: `${folder}/providers.json` },
			files: {
				"providers.json": {
					version: 1,
					lastUsedProvider: "openai-compatible",
					modes: {},
					providers: {
						"openai-compatible": {
							settings: {
								provider: "openai-compatible",
								apiKey: key,
								model,
								baseUrl: `${url}/v1`,
								contextWindow: context,
								maxTokens: output,
							},
							updatedAt: "2026-11-28T00:00:00.000Z",
							tokenSource: "manual",
						},
					},
				},
			},
		}),
	},
	{
		id: "kimi",
		name: "Kimi Code",
		program: "kimi",
		install: "npm install -g @moonshot-ai/kimi-code",
		api: "chat",
		start: ({ url, key, model, context, output, images }) => ({
			env: {
				KIMI_MODEL_PROVIDER_TYPE: "openai",
				KIMI_MODEL_NAME: model,
				KIMI_MODEL_BASE_URL: `${url}/v1`,
				KIMI_MODEL_API_KEY: key,
				KIMI_MODEL_MAX_CONTEXT_SIZE: context?.toString(),
				KIMI_MODEL_MAX_OUTPUT_SIZE: output?.toString(),
				KIMI_MODEL_CAPABILITIES: images === undefined ? undefined : images ? "image_in,thinking" : "thinking",
				KIMI_CODE_NO_AUTO_UPDATE: "1",
			},
		}),
	},
	{
		id: "copilot",
		name: "Copilot CLI",
		program: "copilot",
		install: "npm install -g @github/copilot",
		api: "chat",
		start: ({ url, key, model, context, output }) => ({
			env: {
				COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
				COPILOT_PROVIDER_TYPE: "openai",
				COPILOT_PROVIDER_WIRE_API: "completions",
				COPILOT_PROVIDER_API_KEY: key,
				COPILOT_PROVIDER_API_KEY_COMMAND: undefined,
				COPILOT_PROVIDER_BEARER_TOKEN: undefined,
				COPILOT_PROVIDER_HEADERS: undefined,
				COPILOT_PROVIDER_TRANSPORT: undefined,
				COPILOT_PROVIDER_MODEL_ID: undefined,
				COPILOT_PROVIDER_WIRE_MODEL: model,
				COPILOT_PROVIDER_MAX_PROMPT_TOKENS:
					context === undefined || output === undefined ? undefined : String(context - output),
				COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: output?.toString(),
				COPILOT_MODEL: model,
				// Neither GitHub's account nor its telemetry is needed for another model.
				COPILOT_OFFLINE: "true",
			},
			args: ["--model", model],
		}),
	},
	{
		id: "goose",
		name: "goose",
		program: "goose",
		install: "curl -fsSL https://github.com/block/goose/releases/latest/download/goose-install.sh | sh",
		api: "chat",
		// Without a subcommand it prompts for a provider.
		talks: "session",
		start: ({ url, key, model, context, output }) => ({
			env: {
				GOOSE_PROVIDER: "openai",
				GOOSE_MODEL: model,
				GOOSE_CONTEXT_LIMIT: context?.toString(),
				GOOSE_MAX_TOKENS: output?.toString(),
				OPENAI_HOST: url,
				OPENAI_BASE_PATH: "v1/chat/completions",
				OPENAI_API_KEY: key,
				// Otherwise its first start prompts for it.
				GOOSE_TELEMETRY_OFF: "1",
			},
		}),
	},
	{
		id: "crush",
		name: "Crush",
		program: "crush",
		install: "npm install -g @charmland/crush",
		api: "chat",
		start: ({ url, key, model, folder, context, output, images }) => ({
			env: { [KEY_VARIABLE]: key, CRUSH_GLOBAL_CONFIG: folder },
			files: {
				"crush.json": {
					providers: {
						hub: {
							type: "openai-compat",
							base_url: `${url}/v1`,
							api_key: `$${KEY_VARIABLE}`,
							models: [
								{
									id: model,
									name: model,
									// It does not start without them.
									context_window: context ?? 128_000,
									default_max_tokens: output ?? 8192,
									supports_attachments: images,
								},
							],
						},
					},
					models: { large: { model, provider: "hub" }, small: { model, provider: "hub" } },
				},
			},
		}),
		unbeaten: ["crush.json", ".crush.json"].map((file) => ({ file, setting: /"(providers|models)"\s*:/ })),
	},
	{
		id: "aider",
		name: "Aider",
		program: "aider",
		install: "python -m pip install aider-install && aider-install",
		api: "chat",
		start: ({ url, key, model, folder, context, output }) => ({
			env: { OPENAI_API_BASE: `${url}/v1`, OPENAI_API_KEY: key },
			args: [
				...["--model", `openai/${model}`, "--weak-model", `openai/${model}`, "--editor-model", `openai/${model}`],
				...["--openai-api-base", `${url}/v1`],
				...(context === undefined ? [] : ["--model-metadata-file", `${folder}/model-metadata.json`]),
			],
			files:
				context === undefined
					? {}
					: {
							"model-metadata.json": {
								[`openai/${model}`]: { max_input_tokens: context, max_output_tokens: output, mode: "chat" },
							},
						},
		}),
		unbeaten: [
			{ file: ".env", setting: /^[ \t]*(?:export[ \t]+)?(?:AIDER_|OPENAI_|\w*_PROXY)/im },
			{ file: ".aider.conf.yml", setting: /^[ \t]*(?:set-env|env-file|api-key|proxy)\s*:/im },
			{ file: ".aider.model.settings.yml", setting: /^[ \t]*(?:-[ \t]+)?(?:extra_params|api_base|base_url)\s*:/im },
		],
	},
];

/** Returns how an agent is started with the user's arguments; files are text. */
export function planRun(agent: Agent, gateway: Gateway, own: readonly string[]) {
	const { env, args = [], files = {} } = agent.start(gateway);
	const [first = "", ...rest] = own;
	const talk = agent.talks === undefined ? [] : [agent.talks];
	return {
		/** Undefined for a variable to unset. */
		env,
		args: agent.subcommands?.includes(first) ? [first, ...args, ...rest] : [...args, ...(own.length > 0 ? own : talk)],
		files: Object.fromEntries(
			Object.entries(files).map(([name, content]) => [
				name,
				typeof content === "string" ? content : JSON.stringify(content),
			]),
		),
	};
}

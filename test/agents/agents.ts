import { join } from "node:path";

/** What an agent needs to know for one run. */
export interface Assignment {
	/** Of the gateway, without `/v1`. */
	url: string;
	key: string;
	model: string;
	/** Its home, empty but for what the row puts there. */
	home: string;
	/** Command line of an MCP server named `calc`. */
	mcp: readonly [string, ...string[]];
}

/** How to point an agent at a gateway. */
export interface Start {
	args?: string[];
	env?: Record<string, string>;
	/** Files by their path in the home. */
	files?: Record<string, string>;
}

/** A failure of the provider: an error status, no answer at all, or a stream that breaks off. */
export type Failure = "401" | "429" | "500" | "hang" | "cut";

/** An agent as it is tested. Another one is another row, and a fixture in `test/fixtures/agents/chats`. */
export interface Agent {
	/** Of its fixture too. */
	id: string;
	/** In `node_modules`: its program, also where its package would link it with a script after the installation. */
	program: string;
	/** Arguments that make it do one thing, without a terminal and without questions. */
	headless(prompt: string): string[];
	/** Arguments behind those, variables and files. */
	start(assignment: Assignment): Start;
	/** Variables that it needs in tests, also with `hub launch`. */
	env?: Record<string, string>;
	/** Without: it has no MCP. */
	mcp: boolean;
	/** What it shows of a failure. An agent with `tries` retries for longer than a test can wait. */
	failures: Record<Failure, RegExp | "tries">;
}

const MODULES = join(import.meta.dirname, "node_modules");
const platform = `${process.platform}-${process.arch}`;
const json = (value: unknown): string => JSON.stringify(value);

/** The last part of the messages that the scripted provider sends. */
const MESSAGE = /scripted failure/;

export const AGENTS: readonly Agent[] = [
	{
		id: "codex",
		program: join(MODULES, ".bin/codex"),
		mcp: true,
		headless: (prompt) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt],
		start: ({ url, key, model, mcp: [command, ...args] }) => ({
			args: [
				...["-c", 'model_provider="hub"', "-m", model],
				"-c",
				`model_providers.hub={name="hub",base_url="${url}/v1",env_key="HUB_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1}`,
				...["-c", `mcp_servers.calc={command=${json(command)},args=${json(args)}}`],
			],
			env: { HUB_KEY: key },
		}),
		// It replaces the text of a 5xx by its own.
		failures: { "401": MESSAGE, "429": /429/, "500": /high demand|500/, hang: /high demand|504/, cut: /cut|stream/i },
	},
	{
		id: "claude",
		program: join(MODULES, `@anthropic-ai/claude-code-${platform}/claude`),
		mcp: true,
		headless: (prompt) => ["-p", prompt, "--permission-mode", "bypassPermissions"],
		// Otherwise it refuses to skip its questions for the superuser.
		env: { IS_SANDBOX: "1" },
		start: ({ url, key, model, mcp: [command, ...args] }) => ({
			args: ["--mcp-config", json({ mcpServers: { calc: { command, args } } })],
			env: {
				ANTHROPIC_BASE_URL: url,
				ANTHROPIC_AUTH_TOKEN: key,
				ANTHROPIC_MODEL: model,
				ANTHROPIC_SMALL_FAST_MODEL: model,
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
				CLAUDE_CODE_MAX_RETRIES: "1",
			},
		}),
		failures: { "401": MESSAGE, "429": MESSAGE, "500": MESSAGE, hang: /API Error|time/i, cut: /API Error|cut/i },
	},
	{
		id: "opencode",
		program: join(MODULES, `opencode-${platform}/bin/opencode`),
		mcp: true,
		headless: (prompt) => ["run", prompt],
		env: {
			OPENCODE_DISABLE_AUTOUPDATE: "1",
			OPENCODE_DISABLE_MODELS_FETCH: "1",
			OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
			OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
		},
		start: ({ url, key, model, mcp }) => ({
			args: ["-m", `hub/${model}`],
			env: {
				HUB_KEY: key,
				OPENCODE_CONFIG_CONTENT: json({
					provider: {
						hub: {
							npm: "@ai-sdk/openai-compatible",
							options: { baseURL: `${url}/v1`, apiKey: "{env:HUB_KEY}" },
							models: { [model]: {} },
						},
					},
					mcp: { calc: { type: "local", command: mcp } },
				}),
			},
		}),
		failures: { "401": MESSAGE, "429": "tries", "500": "tries", hang: "tries", cut: "tries" },
	},
	{
		id: "qwen",
		program: join(MODULES, ".bin/qwen"),
		mcp: true,
		headless: (prompt) => ["--yolo", "-p", prompt],
		start: ({ url, key, model, mcp: [command, ...args] }) => ({
			args: ["--auth-type", "openai"],
			env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: model },
			files: { ".qwen/settings.json": json({ mcpServers: { calc: { command, args } } }) },
		}),
		failures: { "401": MESSAGE, "429": "tries", "500": "tries", hang: "tries", cut: /cut off/ },
	},
	{
		id: "pi",
		program: join(MODULES, ".bin/pi"),
		mcp: false,
		headless: (prompt) => ["-p", prompt],
		start: ({ url, key, model, home }) => ({
			args: ["--provider", "hub", "--model", model],
			env: { HUB_KEY: key, PI_CODING_AGENT_DIR: join(home, "pi") },
			files: {
				"pi/settings.json": json({ retry: { enabled: false } }),
				"pi/models.json": json({
					providers: {
						hub: { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "HUB_KEY", models: [{ id: model }] },
					},
				}),
			},
		}),
		failures: { "401": MESSAGE, "429": MESSAGE, "500": MESSAGE, hang: /504/, cut: /cut off/ },
	},
	{
		id: "cn",
		program: join(MODULES, ".bin/cn"),
		mcp: true,
		headless: (prompt) => ["--auto", "-p", prompt],
		start: ({ url, key, model, home, mcp: [command, ...args] }) => ({
			args: ["--config", join(home, "config.yaml")],
			// JSON is YAML too.
			files: {
				"config.yaml": json({
					name: "hub",
					version: "1.0.0",
					schema: "v1",
					models: [
						{
							name: "hub",
							provider: "openai",
							model,
							apiBase: `${url}/v1`,
							apiKey: key,
							roles: ["chat"],
							capabilities: ["tool_use"],
						},
					],
					mcpServers: [{ name: "calc", command, args }],
				}),
			},
		}),
		failures: { "401": MESSAGE, "429": "tries", "500": "tries", hang: "tries", cut: "tries" },
	},
];

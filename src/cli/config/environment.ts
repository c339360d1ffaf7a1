export interface Variable {
	name: string;
	meaning: string;
}

/** The variables that hub reads, by subject, as `hub help environment` lists them. */
export const ENVIRONMENT: Readonly<Record<string, readonly Variable[]>> = {
	"Tokens, in this order": [
		{
			name: "HUB_TOKEN",
			meaning: "Hugging Face token",
		},
		{
			name: "HF_TOKEN",
			meaning: "same as above; other tools read it too",
		},
		{
			name: "<PROVIDER>_API_KEY",
			meaning:
				"a provider's own key, such as TOGETHER_API_KEY or FAL_AI_API_KEY; with --direct the only one that counts. Names of the providers' own tools count too: FAL_KEY, REPLICATE_API_TOKEN, BFL_API_KEY, CO_API_KEY …",
		},
		{
			name: "HF_TOKEN_PATH",
			meaning: "file with a token; default: token in the folder of HF_HOME",
		},
		{
			name: "HF_HOME",
			meaning: "folder of other Hugging Face tools; default: ~/.cache/huggingface",
		},
	],
	"Signing in": [
		{
			name: "HUB_OAUTH_CLIENT_ID",
			meaning: "how hub login identifies itself: the URL of a metadata document, or the id of a registered client",
		},
		{
			name: "HF_DEVICE_CODE_OAUTH_CLIENT_ID",
			meaning: "client to which hf auth login has its tokens issued; default: that of huggingface_hub",
		},
	],
	URLs: [
		{
			name: "HF_ENDPOINT",
			meaning: "URL of Hugging Face",
		},
		{
			name: "HUB_ROUTER_URL",
			meaning: "URL of the router",
		},
		{
			name: "HUB_DATASETS_URL",
			meaning: "URL of the dataset viewer, for hub batch hf://datasets/…",
		},
		{
			name: "OLLAMA_HOST",
			meaning: "where Ollama listens, for -p local and -p ollama; default: 127.0.0.1:11434",
		},
		{
			name: "HTTPS_PROXY",
			meaning: "proxy for https URLs; lowercase wins, as with curl",
		},
		{
			name: "HTTP_PROXY",
			meaning: "proxy for http URLs",
		},
		{
			name: "ALL_PROXY",
			meaning: "proxy for both",
		},
		{
			name: "NO_PROXY",
			meaning: "hosts that are reached without a proxy, separated by commas; * for all",
		},
	],
	Defaults: [
		{
			name: "HUB_PROVIDER",
			meaning: "provider when none is named; sandbox is the same as --sandbox",
		},
		{
			name: "HUB_TIMEOUT",
			meaning: "maximum wait for the first byte and between bytes, in seconds; 0 for none",
		},
	],
	"hub serve": [
		{
			name: "HUB_SERVE_KEY",
			meaning: "key that clients of hub serve send; default: a new one",
		},
	],
	"hub batch s3://…": [
		{
			name: "AWS_ACCESS_KEY_ID",
			meaning: "key",
		},
		{
			name: "AWS_SECRET_ACCESS_KEY",
			meaning: "its secret",
		},
		{
			name: "AWS_SESSION_TOKEN",
			meaning: "token of a key for a limited time",
		},
		{
			name: "AWS_PROFILE",
			meaning: "profile in the files of the AWS tools; default: default",
		},
		{
			name: "AWS_SHARED_CREDENTIALS_FILE",
			meaning: "file with keys; default: ~/.aws/credentials",
		},
		{
			name: "AWS_CONFIG_FILE",
			meaning: "file with regions; default: ~/.aws/config",
		},
		{
			name: "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
			meaning: "set by ECS and AWS Batch: where keys of the role are",
		},
		{
			name: "AWS_CONTAINER_CREDENTIALS_FULL_URI",
			meaning: "set by EKS: where keys of the role are",
		},
		{
			name: "AWS_CONTAINER_AUTHORIZATION_TOKEN",
			meaning: "token for that place",
		},
		{
			name: "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
			meaning: "file with that token",
		},
		{
			name: "AWS_ROLE_ARN",
			meaning: "set for pods: the role that they take",
		},
		{
			name: "AWS_WEB_IDENTITY_TOKEN_FILE",
			meaning: "set for pods: file with the token for that role",
		},
		{
			name: "AWS_EC2_METADATA_DISABLED",
			meaning: "true: do not look up the role of this machine",
		},
		{
			name: "AWS_REGION",
			meaning: "region of the bucket; default: us-east-1",
		},
		{
			name: "AWS_DEFAULT_REGION",
			meaning: "same as above",
		},
		{
			name: "AWS_ENDPOINT_URL",
			meaning: "URL of another S3 service: MinIO, R2, Ceph, Google Cloud Storage",
		},
	],
	"Recordings and log": [
		{
			name: "HUB_RECORD",
			meaning: "folder that requests and responses are recorded in, as with --record",
		},
		{
			name: "HUB_REPLAY",
			meaning: "folder whose recordings answer instead of the network, as with --replay",
		},
		{
			name: "HUB_LOG",
			meaning: "metadata, content or off: what to log of each call; hub logs shows it",
		},
	],
	"Traces (OpenTelemetry)": [
		{
			name: "OTEL_EXPORTER_OTLP_ENDPOINT",
			meaning: "collector that receives each call, as OTLP JSON at /v1/traces",
		},
		{
			name: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
			meaning: "same as above, used without a path added",
		},
		{
			name: "OTEL_EXPORTER_OTLP_HEADERS",
			meaning: "headers for the collector: name=value, separated by commas",
		},
		{
			name: "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
			meaning: "same as above, for traces only",
		},
		{
			name: "OTEL_SERVICE_NAME",
			meaning: "name of the service in traces; default: hub",
		},
		{
			name: "OTEL_SDK_DISABLED",
			meaning: "true: no traces",
		},
		{
			name: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
			meaning: "SPAN_ONLY or SPAN_AND_EVENT: traces contain prompts and answers",
		},
		{
			name: "TRACEPARENT",
			meaning: "span that the calls belong to",
		},
	],
	Folders: [
		{
			name: "HUB_CONFIG_DIR",
			meaning: "settings, token and keys; default: hub in XDG_CONFIG_HOME or ~/.config",
		},
		{
			name: "HUB_CACHE_DIR",
			meaning: "caches, safe to delete; default: hub in XDG_CACHE_HOME or ~/.cache",
		},
		{
			name: "HUB_DATA_DIR",
			meaning: "saved chats and the log; default: hub in XDG_DATA_HOME or ~/.local/share",
		},
	],
	"Coding agents": [
		{
			name: "AI_AGENT",
			meaning:
				"set by an agent, as are AGENT and the variables of each agent that the catalogue knows (CLAUDECODE, CODEX_SANDBOX …): without a terminal no progress, no colors, and tables as lines with tabs, never cut",
		},
		{
			name: "CLAUDE_CONFIG_DIR",
			meaning: "folder of Claude Code, for hub skill --install claude; default: ~/.claude",
		},
	],
	Updates: [
		{
			name: "NO_UPDATE_NOTIFIER",
			meaning: "set: do not check for a newer release (update.check)",
		},
		{
			name: "NPM_CONFIG_REGISTRY",
			meaning: "registry to query for it; else that of ~/.npmrc",
		},
		{
			name: "NPM_CONFIG_USERCONFIG",
			meaning: "another file in place of ~/.npmrc",
		},
	],
	Terminal: [
		{
			name: "SHELL",
			meaning: "your shell, for hub completion without a name",
		},
		{
			name: "ZDOTDIR",
			meaning: "folder of .zshrc, for hub completion --install; default: your home",
		},
		{
			name: "VISUAL",
			meaning: "your editor, for hub prompt edit and /edit in the chat",
		},
		{
			name: "EDITOR",
			meaning: "same as above, where VISUAL is not set; default: vi",
		},
		{
			name: "PAGER",
			meaning: "shows texts that are longer than the screen; default: none",
		},
		{
			name: "NO_COLOR",
			meaning: "no colors, if not empty",
		},
		{
			name: "FORCE_COLOR",
			meaning: "use colors in pipes too: 1 for 16, 2 for 256, 3 for all; 0 for none",
		},
		{
			name: "FORCE_HYPERLINK",
			meaning: "1: links to saved files on every terminal; 0: on none",
		},
		{
			name: "COLORTERM",
			meaning: "truecolor or 24bit: the terminal shows all colors",
		},
		{
			name: "TERM",
			meaning: "kind of the terminal; dumb: no colors, no questions",
		},
		{
			name: "COLUMNS",
			meaning: "width of help and records in a pipe, and on a terminal that does not know its own",
		},
		{
			name: "CI",
			meaning: "set, and not to 0 or false: no questions",
		},
	],
};

/** A host that commands call by default, and the reason. */
export interface CalledHost {
	host: string;
	purpose: string;
	/** The commands that call it; a prompt without a command is `infer`. */
	commands: readonly string[];
}

const MODEL_CALLS = ["ask", "infer", "chat", "batch", "compare", "serve", "launch", "mcp", "logs"];

/** Every host that a command calls if no option, variable or setting names another. A test checks each command. */
export const CALLED_HOSTS: readonly CalledHost[] = [
	{
		host: "huggingface.co",
		purpose: "model records, who serves a model, search, your account, sign-in and its renewal, agents by name",
		commands: [...MODEL_CALLS, "models", "providers", "snippet", "template", "login", "logout", "whoami", "doctor"],
	},
	{
		host: "router.huggingface.co",
		purpose: "calls of models that Hugging Face passes on to a provider, and the list of prices",
		commands: [...MODEL_CALLS, "models", "providers", "doctor"],
	},
	{
		host: "datasets-server.huggingface.co",
		purpose: "rows of datasets that hub batch reads as hf://datasets/…",
		commands: ["batch"],
	},
	{
		host: "registry.npmjs.org",
		purpose:
			"the number of the newest release, at most once a day on a terminal; the registry that npm is set to use; off with update.check=off and NO_UPDATE_NOTIFIER",
		commands: [],
	},
];

/** What hub stores on this machine, and where. */
export const STORED: Readonly<Record<string, string>> = {
	"config.json": "settings, tokens of hub login and keys, in the folder of HUB_CONFIG_DIR; only you can read it",
	"mcp-logins.json": "sign-ins at tool servers, in the same folder; only you can read it",
	chats: "conversations, in the folder of HUB_DATA_DIR; history=off keeps none",
	"agents.json": "which agents you approved, in the same folder",
	log: "calls, only with log=metadata or log=content, in the same folder",
	caches: "model records, prices and compiled code, in the folder of HUB_CACHE_DIR; safe to delete",
};

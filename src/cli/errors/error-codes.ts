import { EXIT } from "./exit-codes.ts";

/** One kind of error: the name of its exit code, its meaning, cause and fix. */
export interface ErrorEntry {
	exit: keyof typeof EXIT;
	message: string;
	cause: string;
	fix: string;
	/** Whether another provider may succeed. */
	canFailOver?: boolean;
}

const TABLE = {
	usage: {
		exit: "usage",
		message: "The command line is not valid.",
		cause: "Options or arguments do not fit together.",
		fix: "Add --help to the command to see what it takes.",
	},
	"unknown-name": {
		exit: "usage",
		message: "A command, task, provider, setting or other name is unknown.",
		cause: "It is misspelled, or another version of hub has it.",
		fix: "Use the suggested name, or list the names: hub --help, hub tasks, hub providers.",
	},
	"option-conflict": {
		exit: "usage",
		message: "Two options cannot be combined.",
		cause: "They contradict each other.",
		fix: "Leave one of them out.",
	},
	"option-inapplicable": {
		exit: "usage",
		message: "An option does not apply here.",
		cause: "It belongs to another task, model or form of the command.",
		fix: "Leave it out, or see --help for the options of each task.",
	},
	"option-value": {
		exit: "usage",
		message: "The value of an option is not valid.",
		cause: "It is out of range, or has the wrong form.",
		fix: "Use a value of the form that the message describes.",
	},
	"no-task": {
		exit: "usage",
		message: "No task was given, and none can be found.",
		cause: "Neither --task nor the record of the model names one.",
		fix: "Name the task: --task chat. hub tasks lists all.",
	},
	"no-model": {
		exit: "usage",
		message: "No model was given, and none can be chosen.",
		cause: "The task or the provider has no default model.",
		fix: "Name a model with -m; hub models WORD searches.",
	},
	"no-provider": {
		exit: "usage",
		message: "No provider was given.",
		cause: "The call needs to know which provider runs it.",
		fix: "Name a provider with -p; hub providers lists all.",
	},
	"no-key": {
		exit: "auth",
		message: "The provider's own key is missing.",
		cause: "--direct and some providers accept only the provider's key.",
		fix: "Set PROVIDER_API_KEY, or run hub login --provider ID.",
	},
	"wrong-token": {
		exit: "usage",
		message: "This is the wrong kind of token.",
		cause: "A Hugging Face token (hf_…) was given where a provider's key is needed, or the other way round.",
		fix: "Use a Hugging Face token for routed calls, and the provider's key with --direct.",
	},
	"sign-in-refused": {
		exit: "auth",
		message: "The sign-in was refused.",
		cause: "It was denied in the browser, its code has expired, or the server does not offer it.",
		fix: "Run hub login again, or paste a token: hub login --token-stdin < file.",
	},
	"token-on-command-line": {
		exit: "usage",
		message: "The command takes no token on the command line.",
		cause: "Other users of the machine could see it, and the shell keeps it.",
		fix: "Pipe it in: hub login --token-stdin < file.",
	},
	"invalid-token": {
		exit: "usage",
		message: "The token cannot be sent.",
		cause: "It has a space, a line break or another character that no token has.",
		fix: "Copy it again: one line, nothing else.",
	},
	"no-input": {
		exit: "usage",
		message: "The input is missing.",
		cause: "Neither the arguments nor standard input contain any.",
		fix: "Give it as an argument, or pipe it in.",
	},
	"invalid-input": {
		exit: "usage",
		message: "The input is not what the task takes.",
		cause: "A value is missing, or has the wrong type.",
		fix: "See hub tasks TASK for the input of a task.",
	},
	"not-recorded": {
		exit: "usage",
		message: "No recording of the request was found.",
		cause: "The request differs from those that were recorded, in the field that the message names.",
		fix: "Record it with --replay-or-record, or leave a field out of the comparison with --replay-ignore.",
	},
	"invalid-file": {
		exit: "usage",
		message: "A file does not have the expected format.",
		cause: "It is not valid JSON, not a table or not text, or its content is of another kind.",
		fix: "Correct the file; the message says what was expected.",
	},
	file: {
		exit: "usage",
		message: "A file cannot be used.",
		cause: "It does not exist, or access is denied.",
		fix: "Check the path and its permissions.",
	},
	"input-too-large": {
		exit: "usage",
		message: "The input is larger than the limit of hub.",
		cause: "A file, FIFO, device or standard input is larger than --max-input (default: 1 GB).",
		fix: "Allow more with --max-input SIZE.",
	},
	"over-limit": {
		exit: "usage",
		message: "The input is larger than the provider accepts.",
		cause: "The provider has a limit, which hub checks before it sends anything.",
		fix: "Send less, for instance a smaller image, or choose another provider (-p).",
		canFailOver: true,
	},
	"too-large-to-hold": {
		exit: "usage",
		message: "The data cannot be held in memory.",
		cause: "JSON is nested thousands of levels deep, or a string is longer than half a gigabyte.",
		fix: "Split it into smaller parts.",
	},
	"no-folder": {
		exit: "usage",
		message: "The folder of the output file does not exist.",
		cause: "hub creates files, not the folder named with -o.",
		fix: "Create it first: mkdir -p FOLDER.",
	},
	"already-exists": {
		exit: "usage",
		message: "The name is taken.",
		cause: "A file or a saved chat of that name exists.",
		fix: "Choose another name; --force replaces a file.",
	},
	"binary-output": {
		exit: "usage",
		message: "The result cannot be written there.",
		cause: "It is binary data for a terminal, or several files for one stream.",
		fix: "Name a file with -o.",
	},
	"no-terminal": {
		exit: "usage",
		message: "The command needs a terminal.",
		cause: "It asks questions, which can be answered only on a terminal.",
		fix: "Run it on a terminal, or give everything as options.",
	},
	"invalid-config": {
		exit: "usage",
		message: "The configuration file cannot be read.",
		cause: "It is not JSON, or has an unexpected form.",
		fix: "Fix the file, or remove it to start over.",
	},
	"no-snippet": {
		exit: "usage",
		message: "There is no such snippet.",
		cause: "No code is known for this task, library, language or client.",
		fix: "hub snippet MODEL --list lists them all.",
	},
	"provider-unsuited": {
		exit: "usage",
		message: "The provider cannot do this.",
		cause: "It does not serve the task or the model.",
		fix: "Choose another provider (-p); hub tasks TASK shows who serves it.",
	},
	"no-chat": {
		exit: "usage",
		message: "There is no such chat.",
		cause: "None was saved, or the name fits several.",
		fix: "hub chat starts one; hub chat --resume continues the last.",
	},
	"no-place": {
		exit: "usage",
		message: "The chat cannot continue at its provider or endpoint.",
		cause: "It was saved by an earlier version, or the settings now name another one.",
		fix: "Choose where to continue: -p PROVIDER, --endpoint URL or --sandbox.",
	},
	"port-unavailable": {
		exit: "usage",
		message: "The port cannot be used.",
		cause: "Another program listens on it, or it is reserved.",
		fix: "Choose another, or leave --port out for a free one.",
	},
	"unknown-provider": {
		exit: "usage",
		message: "The provider is unknown to the library.",
		cause: "No provider has this id.",
		fix: "hub providers lists the ids.",
	},
	"model-not-served": {
		exit: "usage",
		message: "No provider serves the model.",
		cause: "Hugging Face lists no provider for it.",
		fix: "Choose another model (-m) or provider (-p).",
		canFailOver: true,
	},
	"task-unsupported": {
		exit: "usage",
		message: "The provider does not support this task.",
		cause: "It serves other tasks.",
		fix: "Choose another provider (-p); hub tasks TASK shows who serves it.",
		canFailOver: true,
	},
	"model-unsupported": {
		exit: "usage",
		message: "The provider serves the model for another task.",
		cause: "The model was made for another task.",
		fix: "Choose another task (-t), or provider (-p); hub providers --model ID shows who does what with it.",
		canFailOver: true,
	},
	"own-key-needed": {
		exit: "usage",
		message: "The provider takes only its own keys.",
		cause: "Its models are not open, so Hugging Face cannot pass calls on.",
		fix: "Set the provider's own key, such as OPENAI_API_KEY.",
	},
	"hub-token-needed": {
		exit: "usage",
		message: "A Hugging Face token is needed for -p auto.",
		cause: "The token is a provider's key, which only that provider accepts.",
		fix: "Name the provider this key belongs to with -p, or set HF_TOKEN to a Hugging Face token (hf_…).",
	},
	template: {
		exit: "usage",
		message: "A template cannot be read or rendered.",
		cause: "It has a syntax error, or uses a value that is missing.",
		fix: "Correct the line the message shows.",
	},
	"no-token": {
		exit: "auth",
		message: "There is no token.",
		cause: "You are not logged in.",
		fix: "Run hub login, or set HF_TOKEN. The sandbox (--sandbox) needs none.",
	},
	unauthorized: {
		exit: "auth",
		message: "The token was not accepted.",
		cause: "It is missing, expired or revoked (HTTP 401).",
		fix: "Check the token, or store another with hub login.",
	},
	forbidden: {
		exit: "auth",
		message: "The token may not do this.",
		cause: "It lacks a permission, or the model is gated (HTTP 403).",
		fix: "Use a token with the permission; ask for access on the page of a gated model.",
	},
	"no-credit": {
		exit: "provider",
		message: "The account has no credit left.",
		cause: "The provider requires payment (HTTP 402).",
		// Amounts are left to the page: they change.
		fix: "What a free account and PRO have each month: https://huggingface.co/docs/inference-providers/pricing; what you have left: hub whoami. Add credit at https://huggingface.co/settings/billing, let an organization pay with --bill-to, or use a provider's own key: hub login --provider ID, then --direct.",
		canFailOver: true,
	},
	"not-found": {
		exit: "provider",
		message: "The service does not know the model or the URL.",
		cause: "The model id or the URL is wrong (HTTP 404).",
		fix: "Check the model id (-m), and that the provider (-p) serves it.",
	},
	gone: {
		exit: "provider",
		message: "The service no longer serves this.",
		cause: "The model was withdrawn (HTTP 410).",
		fix: "Choose another provider (-p) or model (-m).",
		canFailOver: true,
	},
	"too-large": {
		exit: "provider",
		message: "The input is too large.",
		cause: "The provider has a limit (HTTP 413).",
		fix: "Send less, or choose another provider (-p).",
	},
	refused: {
		exit: "provider",
		message: "The provider refused the request.",
		cause: "A parameter or the input does not suit it.",
		fix: "Change the input or the parameter it names, or choose another provider (-p); --debug shows the request.",
	},
	"rate-limited": {
		exit: "unavailable",
		message: "Too many requests.",
		cause: "The provider limits requests per minute (HTTP 429).",
		fix: "Try again later, or choose another provider (-p).",
		canFailOver: true,
	},
	unavailable: {
		exit: "unavailable",
		message: "The service is not available.",
		cause: "It is overloaded or under maintenance (HTTP 503).",
		fix: "Try again later, or choose another provider (-p).",
		canFailOver: true,
	},
	"provider-failed": {
		exit: "provider",
		message: "The provider failed.",
		cause: "This is the provider's fault (HTTP 5xx, or an error in a stream).",
		fix: "Try again later, or another provider (-p).",
		canFailOver: true,
	},
	"hub-failed": {
		exit: "provider",
		message: "Hugging Face failed.",
		cause: "This is Hugging Face's fault.",
		fix: "Try again later.",
	},
	"download-failed": {
		exit: "provider",
		message: "A file could not be downloaded.",
		cause: "It is not at this URL, or needs a login.",
		fix: "Check that the file is at this URL, and that it needs no login.",
	},
	"agent-missing": {
		exit: "usage",
		message: "The coding agent is not installed.",
		cause: "hub launch starts programs that are in PATH.",
		fix: "Install it with the command that the error names; hub launch lists the agents.",
	},
	"tool-not-allowed": {
		exit: "usage",
		message: "The model wants to call a tool that is not allowed.",
		cause: "Without a terminal hub cannot ask you, so only the tools of --allow-tools run.",
		fix: "Allow the pattern that the error names, if you trust the tool.",
	},
	"no-local-server": {
		exit: "network",
		message: "No server for models runs on this machine.",
		cause: "Nothing listens on the ports of Ollama, LM Studio, llama.cpp and vLLM, or it lists no models.",
		fix: "Start the server; hub providers local shows what runs.",
		canFailOver: true,
	},
	"malformed-answer": {
		exit: "output",
		message: "The provider's response has an unexpected form.",
		cause: "The provider does not follow its own API.",
		fix: "Try another provider (-p), or --debug to see the request.",
		canFailOver: true,
	},
	"answer-cut": {
		exit: "output",
		message: "The answer was cut before its JSON was complete.",
		cause: "The token limit is too low for the answer to --schema.",
		fix: "Ask for less, or allow more tokens.",
	},
	"answer-too-large": {
		exit: "output",
		message: "The response is larger than the limit of hub.",
		cause: "Files are limited to 2 GiB, JSON and one event to 64 MiB; --max-output sets another limit.",
		fix: "Allow more with --max-output SIZE.",
		canFailOver: true,
	},
	"job-failed": {
		exit: "provider",
		message: "The provider could not finish the job.",
		cause: "The input does not suit it, or it failed internally.",
		fix: "Change the input or try another provider (-p).",
		canFailOver: true,
	},
	"job-timeout": {
		exit: "unavailable",
		message: "The job takes longer than the provider's limit.",
		cause: "The provider is busy, or the job is large.",
		fix: "Try again later, or another provider (-p).",
		canFailOver: true,
	},
	deadline: {
		exit: "unavailable",
		message: "The deadline passed before the end.",
		cause: "Look-ups, answers, downloads and tools together took longer than --deadline allows.",
		fix: "Allow more time with --deadline SECONDS, or try another provider (-p).",
		canFailOver: true,
	},
	timeout: {
		exit: "network",
		message: "The request timed out.",
		cause: "The service is slow, or the connection hangs.",
		fix: "Allow more time with --timeout SECONDS, or try another provider (-p).",
		canFailOver: true,
	},
	network: {
		exit: "network",
		message: "The network failed.",
		cause: "There is no connection, the host is unknown, or a proxy is in the way.",
		fix: "Check the connection, the URL and the proxy settings (HTTPS_PROXY, NO_PROXY, --proxy). --sandbox needs no network.",
		canFailOver: true,
	},
	locked: {
		exit: "failure",
		message: "Another process uses the output, the configuration or another file.",
		cause: "One process at a time may write them; the message names the one that does.",
		fix: "Wait until it ends, or end it, and run the command again.",
	},
	"lock-lost": {
		exit: "failure",
		message: "Another process has taken over what this one was writing.",
		cause: "This process did not respond for half a minute, as when a computer sleeps.",
		fix: "Run the command again when the other process has ended.",
	},
	"disk-full": {
		exit: "failure",
		message: "The disk is full.",
		cause: "A file could not be written; no partial file was left.",
		fix: "Make room, or write to another disk.",
	},
	"over-budget": {
		exit: "failure",
		message: "The next request might pass --max-cost.",
		cause:
			"A request counts with the most it may cost: as many tokens of answer as --max-tokens allows, else as the model can give.",
		fix: "Allow more with --max-cost USD, or shorter answers with --max-tokens N.",
	},
	"unknown-price": {
		exit: "usage",
		message: "The price is not known, so --max-cost cannot be enforced.",
		cause: "Neither the router nor hub has a price for the model at this provider.",
		fix: "Choose a provider with a price (hub providers --model ID), or let such calls through with --unknown-price allow.",
	},
	"saved-elsewhere": {
		exit: "failure",
		message: "A result could not be written to its place.",
		cause: "The disk is full, the folder became read-only, or the name was taken meanwhile.",
		fix: "Move it from there, or write to another path.",
	},
	"out-of-resources": {
		exit: "failure",
		message: "The machine has too few resources.",
		cause: "Too many files are open, the memory is full, or a device failed.",
		fix: "End other programs, or allow more open files, for instance ulimit -n 1024.",
	},
	"output-failed": {
		exit: "failure",
		message: "The output cannot be written.",
		cause: "The disk is full, or the device was removed.",
		fix: "Free space, or write somewhere else.",
	},
	unexpected: {
		exit: "failure",
		message: "An unexpected failure.",
		cause: "This is a bug in hub.",
		fix: "Report it with the file that the message names; --debug prints the same.",
	},
} as const satisfies Record<string, ErrorEntry>;

/** The code of an error; it does not change between versions, so programs can rely on it. */
export type ErrorCode = keyof typeof TABLE;

/** Every error hub reports, by its code; `--json` carries the code, and `hub help errors` lists them. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = TABLE;

export function exitOf(code: ErrorCode): number {
	return EXIT[ERRORS[code].exit];
}

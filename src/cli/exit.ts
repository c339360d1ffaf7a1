import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../errors.ts";
import { type Context, Interrupt, OutputClosed, OutputFailed } from "./context.ts";
import { NoTokenError } from "./no-token-error.ts";
import { fitExcerpt } from "./output/excerpt.ts";
import { toJson } from "./output/json.ts";
import { sanitize } from "./output/sanitize.ts";
import { TemplateFileError, UsageError } from "./usage-error.ts";

/** The exit codes. */
export const EXIT = {
	success: 0,
	failure: 1,
	usage: 2,
	auth: 3,
	provider: 4,
	output: 5,
	unavailable: 6,
	network: 7,
	interrupted: 130,
	terminated: 143,
} as const;

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
	success: "success",
	failure: "the work was done and the answer is no, or an unexpected failure (a fault in hub)",
	usage: "wrong usage or invalid input",
	auth: "not logged in, or not allowed",
	provider: "the provider refused or failed",
	output: "the provider's answer is malformed",
	unavailable: "rate limited or unavailable, also after trying again",
	network: "network failure or timeout",
	interrupted: "interrupted (Ctrl-C)",
	terminated: "terminated (SIGTERM)",
};

/** The exit codes, as `hub help exit-codes` lists them. */
export const EXIT_CODES = Object.entries(EXIT).map(([name, code]) => ({
	code,
	name,
	meaning: MEANINGS[name as keyof typeof EXIT],
}));

/** An error as people and programs get to see it. */
export interface Report {
	code: number;
	name: string;
	message: string;
	hint?: string | undefined;
	/** Lines of the user's own that the message is about. */
	excerpt?: string | undefined;
	status?: number | undefined;
	requestId?: string | undefined;
	url?: string | undefined;
}

/** Prints an error and returns the exit code: the only place where errors become text. */
export function reportError(error: unknown, context: Context): number {
	const reason = context.signal.aborted ? context.signal.reason : error;
	if (reason instanceof OutputClosed) return EXIT.success;
	if (reason instanceof Interrupt) return reason.exitCode;
	const report = describeError(reason, context);
	if (context.flags.json) {
		const { code: _code, ...shown } = report;
		const { provider, model } = context.subject;
		context.warn(toJson({ error: { ...shown, provider, model } }));
	} else {
		const { red, dim } = context.colors.stderr;
		context.warn(`${red("Error:")} ${onOneLine(report.message)}`);
		if (report.excerpt) context.warn(fitExcerpt(report.excerpt, context.stderr.columns));
		if (report.hint) context.warn(`${dim("Hint:")} ${onOneLine(report.hint)}`);
	}
	if (context.flags.debug && error instanceof Error) context.warn(sanitize(describeStack(error)));
	return report.code;
}

/** What an error means: its exit code, and words for people. */
export function describeError(error: unknown, context: Pick<Context, "subject" | "cwd">): Report {
	if (error instanceof UsageError) {
		return { code: EXIT.usage, name: error.name, message: error.message, hint: error.hint };
	}
	if (error instanceof TemplateFileError) {
		return { code: EXIT.usage, name: error.name, message: error.message, excerpt: error.excerpt };
	}
	if (error instanceof NoTokenError) {
		return { code: EXIT.auth, name: error.name, message: error.message, hint: TOKEN_HINT };
	}
	if (error instanceof InferenceClientInputError || error instanceof InferenceClientRoutingError) {
		return { code: EXIT.usage, name: error.name, message: error.message, hint: inputHint(error.message) };
	}
	if (error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError) {
		const { status, requestId, retryAfter } = error.httpResponse;
		const isHub = error instanceof InferenceClientHubApiError;
		return {
			code: statusCode(status),
			name: error.name,
			message: status >= 300 ? `${error.message} (HTTP ${status})` : error.message,
			hint: isHub
				? hubHint(status, retryAfter, context)
				: (downloadHint(error) ?? statusHint(status, retryAfter, context)),
			status,
			requestId: requestId || undefined,
			url: error.httpRequest.url,
		};
	}
	if (error instanceof InferenceClientProviderOutputError) {
		const code = { malformed: EXIT.output, failed: EXIT.provider, timeout: EXIT.unavailable }[error.reason];
		const isOwnLimit = error.message.startsWith("No result within the deadline");
		const hint = isOwnLimit ? DEADLINE_HINT : OUTPUT_HINTS[error.reason];
		return { code, name: error.name, message: error.message, hint };
	}
	const network = describeNetworkError(error);
	if (network) return { code: EXIT.network, name: "NetworkError", ...network };
	if (isCommanderError(error)) {
		const message = error.message.replace(/^error: /, "").replace(/\n\(Did you mean (.*)\?\)$/, "");
		const guess = /\(Did you mean (.*)\?\)$/.exec(error.message)?.[1];
		const hint = guess ? `Did you mean ${guess}?` : "Add --help to see what is possible.";
		return { code: EXIT.usage, name: "UsageError", message: capitalize(message), hint };
	}
	if (error instanceof OutputFailed) {
		const detail = describeFailure(error.cause as NodeJS.ErrnoException);
		return { code: EXIT.failure, name: error.name, message: `${error.message}: ${detail}.` };
	}
	if (isFileError(error)) {
		return { code: EXIT.usage, name: "UsageError", message: describeFileError(error, context.cwd) };
	}
	const message = error instanceof Error ? error.message : String(error);
	return {
		code: EXIT.failure,
		name: error instanceof Error ? error.name : "Error",
		message: `Unexpected failure: ${message}`,
		hint: "This is a fault in hub. Run it again with --debug and report what it prints.",
	};
}

const TOKEN_HINT = "Run hub login, or set HF_TOKEN. The sandbox (--sandbox) needs none.";

const DEADLINE_HINT = "Allow more time with --deadline SECONDS, or try another provider (-p).";

const OUTPUT_HINTS = {
	malformed: "The provider's answer has an unexpected form. Try another provider (-p), or --debug to see the request.",
	failed: "The provider could not finish the job. Change the input or try another provider (-p).",
	timeout:
		"The job takes longer than --deadline or the provider's limit of polls allow. Try again later, or another provider (-p).",
} as const;

function statusCode(status: number): number {
	if (status === 401 || status === 403) return EXIT.auth;
	return status === 429 || status === 503 ? EXIT.unavailable : EXIT.provider;
}

/** What the hub is asked for is models, and whose token it is. */
function hubHint(
	status: number,
	retryAfter: number | undefined,
	context: Pick<Context, "subject">,
): string | undefined {
	switch (status) {
		case 401:
			if (context.subject.tokenSource) return statusHint(status, retryAfter, context);
			return `Perhaps there is no such model, or it is private. ${TOKEN_HINT}`;
		case 403:
			return "If the model is gated, ask for access on its page, and use a token that may read it.";
		case 404:
			return "Check the model's id; hub models WORD searches for it.";
		case 429:
		case 503:
			return `Try again ${describeWait(retryAfter)}.`;
		default:
			return status >= 500 ? "The fault is the hub's. Try again later." : statusHint(status, retryAfter, context);
	}
}

/** Files are fetched without token, and from whoever has them: neither model nor provider is to blame. */
function downloadHint({ message, httpResponse }: InferenceClientProviderApiError): string | undefined {
	const isRefused = message.startsWith("Failed to download ") && httpResponse.status < 500;
	return isRefused ? "Check that the file is at this address, and that it needs no login." : undefined;
}

function statusHint(
	status: number,
	retryAfter: number | undefined,
	{ subject }: Pick<Context, "subject">,
): string | undefined {
	const source = subject.tokenSource;
	switch (status) {
		case 401:
			return source
				? `The token from ${source} was not accepted. Check it, or store another with hub login.`
				: `No token was found. ${TOKEN_HINT}`;
		case 402:
			return "The account has no credit left for this. Choose another provider (-p), or let an organisation pay with --bill-to.";
		case 403:
			return "The token may not do this: it needs the right to call inference providers, and access to the model if it is gated.";
		case 404:
			return "Check the model's id (-m) and that this provider (-p) serves it.";
		case 413:
			return "The input is too large for this provider.";
		case 429:
		case 503:
			return `Try again ${describeWait(retryAfter)}, or choose another provider (-p).`;
		default:
			return status >= 500 ? "The fault is the provider's. Try again later, or another provider (-p)." : undefined;
	}
}

function describeWait(retryAfter: number | undefined): string {
	return retryAfter === undefined ? "later" : `in ${Math.ceil(retryAfter)} s`;
}

function inputHint(message: string): string | undefined {
	if (message.startsWith("No Inference Provider available") || message.includes("inference provider information")) {
		return "Choose another model (-m) or provider (-p).";
	}
	if (/^Task .* not supported for provider/.test(message)) {
		return "Choose another provider (-p); hub tasks TASK shows who serves it.";
	}
	if (/^Model .* is not supported for task/.test(message)) {
		return "Choose another task (-t), or provider (-p); hub providers --model ID shows who does what with it.";
	}
	if (message.startsWith("Specifying a model is required")) return "Name one with -m.";
	if (message.includes("does not support HF tokens")) return "Set the provider's own key, such as OPENAI_API_KEY.";
	if (message.startsWith("Cannot select auto-router")) {
		return "Name the provider this key belongs to with -p, or set HF_TOKEN to a hub token (hf_…).";
	}
	if (message.includes("needs its own API key")) return "Set the provider's own key, such as OPENAI_API_KEY.";
	return undefined;
}

const NETWORK_TEXTS: Record<string, string> = {
	ECONNREFUSED: "nothing answers at that address",
	ECONNRESET: "the connection was closed before the answer was complete",
	UND_ERR_SOCKET: "the connection was closed before the answer was complete",
	ENOTFOUND: "there is no such host",
	EAI_AGAIN: "the name service does not answer",
	ETIMEDOUT: "the connection timed out",
	UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
	EHOSTUNREACH: "the host cannot be reached",
	ENETUNREACH: "the network cannot be reached",
	CERT_HAS_EXPIRED: "its certificate has expired",
	DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: "its certificate chain is self-signed",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate cannot be verified",
};

function describeNetworkError(error: unknown): { message: string; hint: string } | undefined {
	if (!(error instanceof Error)) return undefined;
	if (error.name === "TimeoutError") {
		return {
			message: `${error.message}.`,
			hint: "Allow more time with --timeout SECONDS, or try another provider (-p).",
		};
	}
	const causes: Error[] = [];
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
	const code = causes
		.map((cause) => ("code" in cause ? String(cause.code) : ""))
		.find((value) => value in NETWORK_TEXTS);
	const isFetchFailure = causes.some((cause) => /^(fetch failed|terminated|other side closed)$/.test(cause.message));
	if (!code && !isFetchFailure) return undefined;
	const deepest = causes.at(-1);
	const address = deepest && "hostname" in deepest ? ` (${String(deepest.hostname)})` : describeAddress(deepest);
	if (deepest?.message === "bad port") {
		return {
			message: "Network failure: programs of the web may not use that port.",
			hint: "Let the service listen on another one, such as 8000.",
		};
	}
	const detail = code ? NETWORK_TEXTS[code] : deepest?.message;
	return {
		message: `Network failure: ${detail}${address}.`,
		hint: "Check the connection, the address and the proxy settings (HTTPS_PROXY, NO_PROXY, --proxy). --sandbox needs no network.",
	};
}

function describeAddress(error: Error | undefined): string {
	if (!error || !("address" in error)) return "";
	return ` (${String(error.address)}${"port" in error ? `:${String(error.port)}` : ""})`;
}

/** Whether the parsing of a command line ended with this. */
export function isCommanderError(error: unknown): error is Error & { exitCode: number; code: string } {
	return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
	return error instanceof Error && "syscall" in error && "path" in error && "code" in error;
}

const FILE_TEXTS: Record<string, string> = {
	ENOENT: "there is no such file",
	EACCES: "access is denied",
	EISDIR: "it is a folder",
	ENOTDIR: "part of the path is not a folder",
	ENOSPC: "the disk is full",
};

function describeFileError(error: NodeJS.ErrnoException, cwd: string): string {
	const path = error.path?.startsWith(`${cwd}/`) ? error.path.slice(cwd.length + 1) : error.path;
	return `Cannot use ${path}: ${describeFailure(error)}.`;
}

function describeFailure({ code = "", message }: NodeJS.ErrnoException): string {
	return FILE_TEXTS[code] ?? message;
}

function describeStack(error: Error): string {
	const cause = error.cause instanceof Error ? `\nCaused by: ${describeStack(error.cause)}` : "";
	return `${error.stack ?? error.message}${cause}`;
}

/** Bodies of failed requests may be whole pages; a message stays within three lines together with its hint. */
function onOneLine(text: string): string {
	const line = sanitize(text.replace(/\s*\n\s*/g, " ").trim());
	return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

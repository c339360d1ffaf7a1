import { stringify } from "../../base/json.ts";
import { taskName } from "../../catalogue/aliases.ts";
import { closestWord } from "../../catalogue/closest-word.ts";
import { InferenceClientAnswerCutError, InferenceClientHubApiError } from "../../errors.ts";
import { isLoopback } from "../../http/callers.ts";
import { Locked, LockLost } from "../../node-lock.ts";
import type { Context } from "../context.ts";
import { toJson } from "../terminal/json.ts";
import { Interrupt, OutputClosed, OutputFailed } from "../terminal/process-io.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { paintStyled, styled } from "../terminal/styled.ts";
import { cutText, splitCharacters, textWidth } from "../terminal/width.ts";
import { type ApiError, codeOf, isApiError } from "./code.ts";
import { ERRORS, type ErrorCode, exitOf } from "./error-codes.ts";
import { EXIT, ExitWithoutError } from "./exit-codes.ts";
import { type Subject, subjectOf } from "./subject.ts";
import { describeFailure, describeNetworkError, describeSystemError } from "./system.ts";
import { isCommanderError, UsageError } from "./usage.ts";

export interface Report {
	code: ErrorCode;
	exit: number;
	name: string;
	message: string;
	hint?: string | undefined;
	/** Lines of the user's input that the message is about. */
	excerpt?: string | undefined;
	status?: number | undefined;
	requestId?: string | undefined;
	url?: string | undefined;
}

/** Where hub itself failed, and the file with the details; undefined if there is none. */
export interface Crash {
	/** File, line and column: `start.cjs:3:1204`. */
	place: string | undefined;
	path: string | undefined;
}

/** Returns the reason why the command ended: the error, or the reason of the abort. */
export function reasonOf(error: unknown, { signal }: Pick<Context, "signal">): unknown {
	return signal.aborted ? signal.reason : error;
}

export function isCrash(reason: unknown): boolean {
	const isPlanned = [OutputClosed, Interrupt, ExitWithoutError].some((type) => reason instanceof type);
	return !isPlanned && codeOf(reason) === "unexpected";
}

/**
 * Prints an error and returns the exit code: the only place where errors become text.
 * @param crash the details of a bug in hub
 */
export function reportError(error: unknown, context: Context, crash?: Crash): number {
	const reason = reasonOf(error, context);
	if (reason instanceof OutputClosed) return EXIT.success;
	if (reason instanceof Interrupt) {
		eraseEcho(context);
		return reason.exitCode;
	}
	if (reason instanceof ExitWithoutError) return reason.exitCode;
	const report = { ...describeError(reason, context), ...(crash && describeCrash(reason, crash)) };
	const { flags, stderr } = context;
	// With only --jq or --template on a terminal, a person reads the error.
	if (flags.json && !(flags.isJsonImplied && stderr.isTTY)) {
		const { exit: _exit, ...shown } = report;
		const { provider, model } = subjectOf(reason);
		context.warn(toJson({ error: { ...shown, provider, model } }));
	} else {
		const { red, dim } = context.colors.stderr;
		const isOneLine = crash !== undefined && report.hint !== undefined;
		const message = isOneLine ? `${report.message} ${report.hint}` : report.message;
		context.warn(styled`${paintStyled(red, "Error:")} ${onOneLine(message)}`);
		if (report.excerpt) context.warn(fitExcerpt(report.excerpt, context.stderr.columns));
		if (report.hint && !isOneLine) context.warn(styled`${paintStyled(dim, "Hint:")} ${onOneLine(report.hint)}`);
	}
	if (context.flags.debug && error instanceof Error) context.warn(describeStack(error));
	return report.exit;
}

function describeCrash(reason: unknown, { place, path }: Crash): Pick<Report, "message" | "hint"> {
	const message = reason instanceof Error ? reason.message : stringify(reason);
	return {
		message: `Unexpected failure${place ? ` at ${place}` : ""}: ${cutText(message, 200)}`,
		hint: `${ERRORS.unexpected.cause} Report it at ${ISSUES}${path ? ` with ${path}` : ""}`,
	};
}

const ISSUES = "https://github.com/modelhub/hub/issues";

/**
 * Removes the ^C that the terminal has echoed: nothing else is on the line, because all output ends with a line break.
 */
function eraseEcho({ stderr, env }: Context): void {
	if (stderr.isTTY && env["TERM"] !== "dumb") stderr.write("\r\u001B[K");
}

export function describeError(error: unknown, context: Pick<Context, "cwd">): Report {
	const code = codeOf(error);
	return { code, exit: exitOf(code), ...describe(error, code, context) };
}

function describe(error: unknown, code: ErrorCode, { cwd }: Pick<Context, "cwd">): Omit<Report, "code" | "exit"> {
	const hint = hintFor(error, code);
	const system = describeSystemError(error, cwd);
	if (system?.code === code) {
		const { message } = system;
		return code === "file" ? { name: "UsageError", message } : { name: "SystemError", message, hint };
	}
	const network = describeNetworkError(error);
	if (network) return { name: "NetworkError", hint, ...network };
	if (isCommanderError(error)) return { name: "UsageError", ...describeWrongLine(error.message) };
	if (!(error instanceof Error)) return { name: "Error", message: `Unexpected failure: ${String(error)}`, hint };
	const { name, message } = error;
	if (error instanceof UsageError) return { name, message, hint: error.hint, excerpt: error.excerpt };
	if (error instanceof Locked || error instanceof LockLost) return { name, message, hint: error.hint };
	if (code === "hub-token-needed") {
		const { tokenSource = "the command line" } = subjectOf(error);
		return {
			name,
			message: `The token from ${tokenSource} is not a Hugging Face token: it does not begin with hf_.`,
			hint,
		};
	}
	if (error instanceof InferenceClientAnswerCutError) {
		return { name, message: message.replace("max_tokens", "--max-tokens"), hint };
	}
	if (code === "malformed-answer" && typeof error.cause === "string") {
		return { name, message: `${message.replace(/\.$/, "")}. The response is ${error.cause}.`, hint };
	}
	if (error instanceof OutputFailed) {
		return { name, message: `${message}: ${describeFailure(error.cause as NodeJS.ErrnoException)}.` };
	}
	if (isApiError(error)) {
		const { status, requestId } = error.httpResponse;
		const isMissing = code === "unauthorized" && subjectOf(error).tokenSource === undefined && !isOwnServe(error);
		const prefix = isMissing ? describeMissingToken(error) : code === "unauthorized" ? describeForeignToken(error) : "";
		const detail = message.replace(/^Failed to perform inference: /, "");
		const place = /does not support event stream/.test(detail) ? `. The request went to ${error.httpRequest.url}.` : "";
		const quoted =
			code === "refused" ? `${subjectOf(error).provider ?? "The provider"} refused the request: ${detail}` : detail;
		return {
			name,
			message: prefix + (status >= 300 ? `${quoted} (HTTP ${status})` : quoted) + place,
			hint: place ? "hub infer --no-stream reads and describes the whole response." : hint,
			status,
			requestId: requestId || undefined,
			url: error.httpRequest.url,
		};
	}
	const isOfTask = code === "task-unsupported" || code === "model-unsupported";
	const said = isOfTask ? message.replace(TASK_ID, taskName) : message;
	return { name, message: code === "unexpected" ? `Unexpected failure: ${message}` : said, hint };
}

/** Where a message of the library names the task of a chat by its id; the ids of models may contain the word. */
const TASK_ID = /(?<![\w/.:-])conversational(?![\w/-])/g;

/** Returns the host that was called; an empty string if it is not known. */
function hostOf({ httpRequest: { url } }: ApiError): string {
	return URL.canParse(url) ? new URL(url).hostname : "";
}

/** A service's message is often only a status, so the reason comes first. */
function describeMissingToken(error: ApiError): string {
	const host = hostOf(error) || "the service";
	const isHub = error instanceof InferenceClientHubApiError || /(^|\.)huggingface\.co$/.test(host);
	return `Not logged in: ${isHub ? "Hugging Face" : host} requires a token. `;
}

/** A token without `hf_` in HF_TOKEN or a variable like it was sent to the provider as its key: it may be pasted by mistake. */
function describeForeignToken(error: ApiError): string {
	const { tokenSource = "", provider } = subjectOf(error);
	const isHubVariable = /^H(?:UB|F)_TOKEN$/.test(tokenSource);
	const host = hostOf(error);
	if (!isHubVariable || provider === undefined || isLoopback(host) || /(^|\.)huggingface\.co$/.test(host)) return "";
	return `${tokenSource} does not begin with hf_, so it was sent to ${provider} as its key. `;
}

/** Whether a `hub serve` on this machine refused its key. */
function isOwnServe(error: ApiError): boolean {
	const isRefusal = !(error instanceof InferenceClientHubApiError) && error.message.includes("hub serve");
	return isRefusal && isLoopback(hostOf(error));
}

function describeStack(error: Error): string {
	const cause = error.cause instanceof Error ? `\nCaused by: ${describeStack(error.cause)}` : "";
	return `${error.stack ?? error.message}${cause}`;
}

/** Characters of a message that are processed; far fewer are shown. */
const MAX_MESSAGE_LENGTH = 4_000;

/** Bodies of failed requests may be whole pages; a message stays within three lines together with its hint. */
function onOneLine(text: string): string {
	// Truncated first: the work on a megabyte of spaces would be quadratic.
	const start = text.slice(0, MAX_MESSAGE_LENGTH);
	const line = sanitize(start.replace(/\s*\n\s*/g, " ").trim());
	return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}

const SEE_HELP = "Add --help to see the options.";

/** Commander's error messages, by their form → message and hint in hub's own words. */
const WRONG_LINES: readonly [RegExp, (...parts: string[]) => Pick<Report, "message" | "hint">][] = [
	[
		/^unknown option '(.*?)'(?:\n\(Did you mean (.*)\?\))?$/s,
		(option = "", guess) => {
			const near = guess && closestWord(option, [guess]);
			return { message: `Unknown option ${option}.`, hint: near ? `Did you mean ${near}?` : SEE_HELP };
		},
	],
	[
		/^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
		(flags = "", value = "", reason = "") => ({
			message: `${longFlag(flags)} "${value}" is not valid.`,
			hint: adviseChoice(value, reason),
		}),
	],
	[
		/^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
		(value = "", name, reason = "") => ({ message: `Unknown ${name} "${value}".`, hint: adviseChoice(value, reason) }),
	],
	[
		/^option '(.*?)' argument missing$/,
		(flags = "") => ({ message: `${longFlag(flags)} needs a value.`, hint: `Write ${flags.replace(/^.*, /, "")}.` }),
	],
	[/^missing required argument '(.*)'$/, (name) => ({ message: `The argument <${name}> is missing.`, hint: SEE_HELP })],
	[
		/^too many arguments.* Expected (\d+) arguments? but got (\d+)\.$/,
		(most, count) => ({
			message: most === "0" ? "This command takes no arguments." : `Too many arguments: ${count} instead of ${most}.`,
			hint: most === "0" ? SEE_HELP : "Put an argument that contains spaces in quotes.",
		}),
	],
];

function describeWrongLine(text: string): Pick<Report, "message" | "hint"> {
	const message = text.replace(/^error: /, "");
	for (const [form, describeParts] of WRONG_LINES) {
		const [, ...parts] = form.exec(message) ?? [];
		if (parts.length > 0) return describeParts(...parts);
	}
	return { message: message.charAt(0).toUpperCase() + message.slice(1), hint: SEE_HELP };
}

/** `-n, --limit <n>` as `--limit`. */
function longFlag(flags: string): string {
	return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function adviseChoice(value: string, reason: string): string {
	const choices = /^Allowed choices are (.*)\.$/s.exec(reason)?.[1]?.split(", ");
	if (!choices) return reason;
	const near = closestWord(value, choices);
	if (near) return `Did you mean ${near}?`;
	return choices.length === 1 ? `Write ${choices.join()}.` : `Choose one of ${choices.join(", ")}.`;
}

/** Facts that a hint may use besides the code. */
interface HintFacts extends Subject {
	/** Seconds to wait, according to the service. */
	retryAfter: number | undefined;
}

type Hint = string | ((facts: HintFacts) => string);

const LOGIN = ERRORS["no-token"].fix;

const waitOrChange: Hint = ({ retryAfter }) =>
	`Try again ${describeWait(retryAfter)}, or choose another provider (-p).`;

/** Hints that are more specific than the fix in the catalogue. */
const HINTS: Partial<Record<ErrorCode, Hint>> = {
	unauthorized: ({ tokenSource }) =>
		tokenSource
			? `The token from ${tokenSource} was not accepted. Check it, or store another with hub login.`
			: `No token was found. ${LOGIN}`,
	forbidden:
		"The token may not do this: it needs the right to call inference providers, and access to the model if it is gated.",
	"rate-limited": waitOrChange,
	unavailable: waitOrChange,
	"provider-failed": "This is the provider's fault. Try again later, or another provider (-p).",
	"malformed-answer": `${ERRORS["malformed-answer"].message} ${ERRORS["malformed-answer"].fix}`,
	"job-failed": `${ERRORS["job-failed"].message} ${ERRORS["job-failed"].fix}`,
	"job-timeout": `${ERRORS["job-timeout"].message} ${ERRORS["job-timeout"].fix}`,
	unexpected: `${ERRORS.unexpected.cause} ${ERRORS.unexpected.fix}`,
};

/** Hugging Face serves models and accounts, so its errors have other meanings than a provider's. */
const HUB_HINTS: Partial<Record<ErrorCode, Hint>> = {
	unauthorized: (facts) =>
		facts.tokenSource ? resolve(HINTS.unauthorized, facts) : `The model may not exist, or is private. ${LOGIN}`,
	forbidden: "If the model is gated, ask for access on its page, and use a token that may read it.",
	"hub-failed": "This is Hugging Face's fault. Try again later.",
	"not-found": "Check the model id; hub models WORD searches for it.",
	"rate-limited": ({ retryAfter }) => `Try again ${describeWait(retryAfter)}.`,
	unavailable: ({ retryAfter }) => `Try again ${describeWait(retryAfter)}.`,
};

function hintFor(error: unknown, code: ErrorCode): string {
	const failure = isApiError(error) ? error : undefined;
	if (code === "unauthorized" && failure && isOwnServe(failure))
		return "Give the key that hub serve printed when it started: --token KEY.";
	const own = error instanceof InferenceClientHubApiError ? HUB_HINTS[code] : undefined;
	const facts = { ...subjectOf(error), retryAfter: failure?.httpResponse.retryAfter };
	return resolve(own ?? HINTS[code] ?? ERRORS[code].fix, facts);
}

function resolve(hint: Hint = "", facts: HintFacts): string {
	return typeof hint === "function" ? hint(facts) : hint;
}

function describeWait(retryAfter: number | undefined): string {
	return retryAfter === undefined ? "later" : `in ${Math.ceil(retryAfter)} s`;
}

/**
 * Returns a source line with the mark below it, ready for a terminal: what is wider than the terminal is cut around the
 * mark, which stays under its place even after wide characters. Without a width nothing is changed.
 */
export function fitExcerpt(excerpt: string, columns: number | undefined): string {
	if (columns === undefined) return excerpt;
	const [source = "", mark = ""] = excerpt.split("\n");
	const characters = Array.from(source, (character) => (character === "\t" ? " " : sanitize(character)));
	const place = mark.length - 1;
	const rest = characters.slice(place).join("");
	const room = Math.min(columns - 1, Math.max(Math.floor(columns / 2), columns - textWidth(rest)));
	const start = cutStart(characters.slice(0, place).join(""), room);
	const width = textWidth(start);
	return `${start}${cutText(rest, columns - width)}\n${" ".repeat(width)}^`;
}

/** Truncates the start of a text to `width` columns, with an ellipsis. */
function cutStart(text: string, width: number): string {
	let missing = textWidth(text) - width;
	if (missing <= 0) return text;
	missing++;
	const kept = splitCharacters(text).filter((character) => {
		const isKept = missing <= 0;
		missing -= character.width;
		return isKept;
	});
	return `…${kept.map((character) => character.text).join("")}`;
}

import { closestWord } from "../../catalogue/closest-word.ts";
import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../../errors.ts";
import type { Context } from "../context.ts";
import { fitExcerpt } from "../terminal/excerpt.ts";
import { toJson } from "../terminal/json.ts";
import { Interrupt, OutputClosed, OutputFailed } from "../terminal/process-io.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { httpHint, inputHint, outputHint, TOKEN_HINT } from "./hints.ts";
import { NegativeResult } from "./negative-result.ts";
import { NoTokenError } from "./no-token.ts";
import { subjectOf } from "./subject.ts";
import { describeFailure, describeFileError, describeNetworkError, isFileError } from "./system.ts";
import { TemplateFileError, UsageError } from "./usage.ts";

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
	if (reason instanceof NegativeResult) return EXIT.failure;
	const report = describeError(reason, context);
	if (context.flags.json) {
		const { code: _code, ...shown } = report;
		const { provider, model } = subjectOf(reason);
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
export function describeError(error: unknown, context: Pick<Context, "cwd">): Report {
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
		const { status, requestId } = error.httpResponse;
		return {
			code: statusCode(status),
			name: error.name,
			message: status >= 300 ? `${error.message} (HTTP ${status})` : error.message,
			hint: httpHint(error, subjectOf(error)),
			status,
			requestId: requestId || undefined,
			url: error.httpRequest.url,
		};
	}
	if (error instanceof InferenceClientProviderOutputError) {
		const code = { malformed: EXIT.output, failed: EXIT.provider, timeout: EXIT.unavailable }[error.reason];
		return { code, name: error.name, message: error.message, hint: outputHint(error) };
	}
	const network = describeNetworkError(error);
	if (network) return { code: EXIT.network, name: "NetworkError", ...network };
	if (isCommanderError(error)) {
		const message = error.message.replace(/^error: /, "").replace(/\n\(Did you mean (.*)\?\)$/, "");
		const guess = nearGuess(error.message);
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

function statusCode(status: number): number {
	if (status === 401 || status === 403) return EXIT.auth;
	return status === 429 || status === 503 ? EXIT.unavailable : EXIT.provider;
}

/** Whether the parsing of a command line ended with this. */
export function isCommanderError(error: unknown): error is Error & { exitCode: number; code: string } {
	return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
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

/** Commander's guess at an unknown option, where it is near enough. */
function nearGuess(message: string): string | undefined {
	const guess = /\(Did you mean (.*)\?\)$/.exec(message)?.[1];
	const word = /'(-[^']*)'/.exec(message)?.[1];
	return guess === undefined || word === undefined ? guess : closestWord(word, [guess]);
}

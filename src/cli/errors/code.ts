import {
	InferenceClientAnswerCutError,
	InferenceClientDeadlineError,
	InferenceClientDownloadError,
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../../errors.ts";
import { Interrupt, OutputFailed } from "../terminal/process-io.ts";
import { ERRORS, type ErrorCode } from "./error-codes.ts";
import { describeNetworkError, describeSystemError } from "./system.ts";
import { isCommanderError, NoTokenError, TemplateFileError, UsageError } from "./usage.ts";

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
	// The error came inside a stream.
	200: "provider-failed",
	401: "unauthorized",
	402: "no-credit",
	403: "forbidden",
	404: "not-found",
	410: "gone",
	413: "too-large",
	429: "rate-limited",
	503: "unavailable",
};

const BY_REASON = { malformed: "malformed-answer", failed: "job-failed", timeout: "job-timeout" } as const;

export function codeOf(error: unknown): ErrorCode {
	if (error instanceof UsageError || error instanceof InferenceClientInputError) return error.code;
	if (error instanceof InferenceClientRoutingError) return "hub-token-needed";
	if (error instanceof TemplateFileError) return "template";
	if (error instanceof NoTokenError) return "no-token";
	if (error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError) {
		const { status } = error.httpResponse;
		if (error instanceof InferenceClientDownloadError && status < 500 && !(status in AUTH)) return "download-failed";
		const failed = error instanceof InferenceClientHubApiError ? "hub-failed" : "provider-failed";
		return BY_STATUS[status] ?? (status >= 500 ? failed : "refused");
	}
	if (error instanceof InferenceClientDeadlineError) return "deadline";
	if (error instanceof InferenceClientAnswerCutError) return "answer-cut";
	if (error instanceof InferenceClientProviderOutputError) {
		return /\(limits\.\w+\)/.test(error.message) ? "answer-too-large" : BY_REASON[error.reason];
	}
	if (error instanceof Error && error.name === "TimeoutError") return "timeout";
	if (error instanceof OutputFailed) return "output-failed";
	const system = describeSystemError(error, "")?.code;
	if (system !== undefined && system !== "file") return system;
	if (describeNetworkError(error)) return "network";
	if (isCommanderError(error)) return "usage";
	return system ?? "unexpected";
}

/** Statuses with their own exit code, whichever service sends them. */
const AUTH: Readonly<Record<number, true>> = { 401: true, 403: true, 429: true };

/** Whether another provider may succeed: this one failed, not the input. */
export function canFailOver(error: unknown): boolean {
	// A hub that fails does so for every provider.
	if (error instanceof Interrupt || error instanceof InferenceClientHubApiError) return false;
	return ERRORS[codeOf(error)].canFailOver ?? false;
}

import * as errors from "../../errors.ts";
import { Locked, LockLost } from "../../node-lock.ts";
import { Interrupt, OutputFailed } from "../terminal/process-io.ts";
import { ERRORS, type ErrorCode } from "./error-codes.ts";
import { describeNetworkError, describeSystemError, SavedElsewhere } from "./system.ts";
import { isCommanderError, NoTokenError, UsageError } from "./usage.ts";

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

export type ApiError = errors.InferenceClientProviderApiError | errors.InferenceClientHubApiError;

/** Whether a service answered with an error. */
export function isApiError(error: unknown): error is ApiError {
	return error instanceof errors.InferenceClientProviderApiError || error instanceof errors.InferenceClientHubApiError;
}

export function codeOf(error: unknown): ErrorCode {
	if (error instanceof UsageError || error instanceof errors.InferenceClientInputError) return error.code;
	if (error instanceof errors.InferenceClientRoutingError) return "hub-token-needed";
	if (error instanceof NoTokenError) return "no-token";
	if (isApiError(error)) {
		const { status } = error.httpResponse;
		// These have their own exit codes, whichever service sends them.
		const isRefusal = status < 500 && ![401, 403, 429].includes(status);
		if (error instanceof errors.InferenceClientDownloadError && isRefusal) return "download-failed";
		const failed = error instanceof errors.InferenceClientHubApiError ? "hub-failed" : "provider-failed";
		return BY_STATUS[status] ?? (status >= 500 ? failed : "refused");
	}
	if (error instanceof errors.InferenceClientDeadlineError) return "deadline";
	if (error instanceof errors.InferenceClientAnswerCutError) return "answer-cut";
	if (error instanceof errors.InferenceClientProviderOutputError) {
		return /\(limits\.\w+\)/.test(error.message) ? "answer-too-large" : BY_REASON[error.reason];
	}
	if (error instanceof Error && error.name === "TimeoutError") return "timeout";
	if (error instanceof OutputFailed) return "output-failed";
	if (error instanceof Locked) return "locked";
	if (error instanceof LockLost) return "lock-lost";
	// Its cause is an error of the system, or a name that is taken.
	if (error instanceof SavedElsewhere) return "saved-elsewhere";
	const system = describeSystemError(error, "")?.code;
	if (system !== undefined && system !== "file") return system;
	if (describeNetworkError(error)) return "network";
	if (isCommanderError(error)) return "usage";
	return system ?? "unexpected";
}

/** Whether another provider may succeed: this one failed, not the input. */
export function canFailOver(error: unknown): boolean {
	// A hub that fails does so for every provider.
	if (error instanceof Interrupt || error instanceof errors.InferenceClientHubApiError) return false;
	return ERRORS[codeOf(error)].canFailOver ?? false;
}

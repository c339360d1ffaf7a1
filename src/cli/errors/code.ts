import * as errors from "../../errors.ts";
import { kindOfStatus, type StatusKind } from "../../http/status-kind.ts";
import { Locked, LockLost } from "../../node-lock.ts";
import { Interrupt, OutputFailed } from "../terminal/process-io.ts";
import { ERRORS, type ErrorCode } from "./error-codes.ts";
import { describeNetworkError, describeSystemError, SavedElsewhere } from "./system.ts";
import { isCommanderError, NoTokenError, UsageError } from "./usage.ts";

/** The meaning of a status, by the kind of service: a provider, Hugging Face, or the host of a file. */
const BY_STATUS: Readonly<Record<StatusKind, Readonly<Record<"provider" | "hub" | "download", ErrorCode>>>> = {
	refused: { provider: "refused", hub: "refused", download: "download-failed" },
	unauthorized: { provider: "unauthorized", hub: "unauthorized", download: "unauthorized" },
	unpaid: { provider: "no-credit", hub: "no-credit", download: "download-failed" },
	forbidden: { provider: "forbidden", hub: "forbidden", download: "forbidden" },
	"not-found": { provider: "not-found", hub: "not-found", download: "download-failed" },
	timeout: { provider: "refused", hub: "refused", download: "download-failed" },
	gone: { provider: "gone", hub: "gone", download: "download-failed" },
	"too-large": { provider: "too-large", hub: "too-large", download: "download-failed" },
	"rate-limited": { provider: "rate-limited", hub: "rate-limited", download: "rate-limited" },
	unavailable: { provider: "unavailable", hub: "unavailable", download: "unavailable" },
	unreachable: { provider: "provider-failed", hub: "hub-failed", download: "provider-failed" },
	failed: { provider: "provider-failed", hub: "hub-failed", download: "provider-failed" },
};

const BY_REASON = { malformed: "malformed-answer", failed: "job-failed", timeout: "job-timeout" } as const;

export type ApiError = errors.InferenceClientProviderApiError | errors.InferenceClientHubApiError;

/** Whether a service returned an error. */
export function isApiError(error: unknown): error is ApiError {
	return error instanceof errors.InferenceClientProviderApiError || error instanceof errors.InferenceClientHubApiError;
}

export function codeOf(error: unknown): ErrorCode {
	if (error instanceof UsageError || error instanceof errors.InferenceClientInputError) return error.code;
	if (error instanceof errors.InferenceClientRoutingError) return "hub-token-needed";
	if (error instanceof NoTokenError) return "no-token";
	if (isApiError(error)) {
		const isHub = error instanceof errors.InferenceClientHubApiError;
		const asked = error instanceof errors.InferenceClientDownloadError ? "download" : isHub ? "hub" : "provider";
		return BY_STATUS[kindOfStatus(error.httpResponse.status)][asked];
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
	// A failure of Hugging Face affects every provider.
	if (error instanceof Interrupt || error instanceof errors.InferenceClientHubApiError) return false;
	return ERRORS[codeOf(error)].canFailOver ?? false;
}

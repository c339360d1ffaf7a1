import { getPath, readMember, textOf } from "../base/json.ts";
import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../errors.ts";
import { isConnectionFailure } from "../http/index.ts";
import { kindOfStatus, type StatusKind } from "../http/status-kind.ts";
import type { InferenceTask } from "../inference/index.ts";

/** Why a row has no result. */
export type FailureKind =
	| "input"
	| "refused"
	| "not_allowed"
	| "not_found"
	| "rate_limited"
	| "unavailable"
	| "network"
	| "timeout"
	| "malformed"
	| "truncated"
	| "schema"
	| "cost";

/** A failure as part of a result. */
export interface Failure {
	kind: FailureKind;
	/** HTTP status of the response, if any. */
	status?: number;
	message: string;
}

/** Failures caused by the provider: another one may succeed. */
export const PROVIDER_FAULTS: ReadonlySet<FailureKind> = new Set(["unavailable", "timeout", "network", "malformed"]);

/** Temporary failures. */
export const PASSING_FAULTS: ReadonlySet<FailureKind> = new Set(["unavailable", "timeout", "network"]);

/** Describes an error that a call ended with. */
export function describeFailure(error: unknown): Failure {
	const message = error instanceof Error ? error.message : String(error);
	if (isApiError(error)) {
		const { status } = error.httpResponse;
		return { kind: failureOfStatus(status), status, message };
	}
	if (error instanceof InferenceClientInputError || error instanceof InferenceClientRoutingError) {
		return { kind: "input", message };
	}
	if (error instanceof InferenceClientProviderOutputError) {
		const kind = ({ malformed: "malformed", failed: "refused", timeout: "timeout" } as const)[error.reason];
		return { kind, message };
	}
	if (error instanceof Error && error.name === "TimeoutError") return { kind: "timeout", message };
	if (isConnectionFailure(error)) return { kind: "network", message: withCause(message, error) };
	return { kind: "malformed", message };
}

/** "fetch failed" alone is no help: the system's error is the cause. */
function withCause(message: string, error: unknown): string {
	const cause = getPath(error, "cause", "message");
	return typeof cause === "string" && cause !== "" && !message.includes(cause) ? `${message}: ${cause}` : message;
}

const BY_STATUS: Readonly<Record<StatusKind, FailureKind>> = {
	refused: "refused",
	unauthorized: "not_allowed",
	unpaid: "not_allowed",
	forbidden: "not_allowed",
	"not-found": "not_found",
	timeout: "timeout",
	gone: "not_found",
	"too-large": "refused",
	"rate-limited": "rate_limited",
	unavailable: "unavailable",
	unreachable: "unavailable",
	failed: "unavailable",
};

/** Returns the kind of failure for the status of a response. */
export function failureOfStatus(status: number): FailureKind {
	return BY_STATUS[kindOfStatus(status)];
}

export function isApiError(error: unknown): error is InferenceClientProviderApiError | InferenceClientHubApiError {
	return error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError;
}

/** Words in the body of a 503 that mean busy, not broken. */
const BUSY = /capacity|overload|busy|rate.?limit|too many|loading/i;

/** Whether a 429 means that the account has no credit, so that waiting does not help. Gateways and OpenAI send it. */
export function isSpent(error: unknown): boolean {
	if (!(error instanceof InferenceClientProviderApiError)) return false;
	const { status, body, retryAfter } = error.httpResponse;
	const code = getPath(body, "error", "code") ?? getPath(body, "error", "type");
	return status === 429 && retryAfter === undefined && code === "insufficient_quota";
}

/**
 * Whether a failed call hit a rate limit: 429, or a 503 with a Retry-After or a message that the service is busy.
 * @param provider some services send 503 only for capacity
 */
export function isLimit(error: unknown, provider: string | undefined, hasPause: boolean): boolean {
	if (!isApiError(error)) return false;
	const { status, body, retryAfter } = error.httpResponse;
	if (status === 429) return !isSpent(error);
	if (status !== 503) return false;
	return hasPause || retryAfter !== undefined || provider === "together" || BUSY.test(textOf(body));
}

/** Milliseconds to wait according to the body of a response: some services report when a model will be loaded. */
export function readEstimatedTime(error: unknown): number | undefined {
	if (!(error instanceof InferenceClientProviderApiError)) return undefined;
	const seconds = readMember(error.httpResponse.body, "estimated_time");
	return typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined;
}

/** Whether a chat has no choices, or a vector no numbers. */
export function isEmpty(task: InferenceTask, output: unknown): boolean {
	const choices = task === "conversational" ? readMember(output, "choices") : undefined;
	return (Array.isArray(choices) && choices.length === 0) || (task === "feature-extraction" && isEmptyVector(output));
}

/** Whether a vector, or one of several, has no numbers. */
function isEmptyVector(value: unknown): boolean {
	return Array.isArray(value) && (value.length === 0 || (Array.isArray(value[0]) && value.some(isEmptyVector)));
}

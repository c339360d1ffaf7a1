import { closestWord } from "../catalogue/closest-word.ts";
import { kindOfStatus, type StatusKind } from "../http/status-kind.ts";
import type { ContextExcess } from "./context-excess.ts";
import { type Reply, replyJson } from "./reply.ts";

interface ErrorDetails {
	code?: string | null | undefined;
	/** The invalid field of the request. */
	param?: string | null | undefined;
	type?: string | undefined;
	/** The model that was not found, if the message is to suggest similar names. */
	model?: string | undefined;
	/** Seconds after which to retry. */
	retryAfter?: number | undefined;
	headers?: Readonly<Record<string, string>> | undefined;
	/** What clients of Anthropic's API read besides the message. */
	more?: Readonly<Record<string, unknown>> | undefined;
	/** Set if the request does not fit the model. */
	excess?: ContextExcess | undefined;
}

/** Formats an error for the clients of one API. */
export type ErrorFormat = (
	error: GatewayError,
	requestId: string | undefined,
) => { status: number; body: object; headers: Readonly<Record<string, string>> };

/** An error that becomes the response. */
export class GatewayError extends Error {
	readonly status: number;
	readonly details: ErrorDetails;

	constructor(status: number, message: string, details: ErrorDetails = {}) {
		super(message);
		this.name = "GatewayError";
		this.status = status;
		this.details = details;
	}

	/** The body in OpenAI's format. */
	toBody() {
		const { status, message, details } = this;
		const usual = ERROR_TYPES[kindOfStatus(status)].openai;
		const { type = usual, code = null, param = null } = details;
		return { error: { message, type, code, param } };
	}

	/** @param format for clients of another API than OpenAI's */
	toReply(headers: Readonly<Record<string, string>> = {}, format?: ErrorFormat): Reply {
		const { retryAfter } = this.details;
		const formatted = format?.(this, headers["x-request-id"]);
		return replyJson(formatted?.body ?? this.toBody(), {
			status: formatted?.status ?? this.status,
			headers: {
				...formatted?.headers,
				...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
				...this.details.headers,
				...headers,
			},
		});
	}
}

const INVALID = { openai: "invalid_request_error", anthropic: "invalid_request_error" };

/** The type of an error in each API. */
export const ERROR_TYPES: Readonly<Record<StatusKind, Readonly<Record<"openai" | "anthropic", string>>>> = {
	refused: INVALID,
	unauthorized: { openai: "authentication_error", anthropic: "authentication_error" },
	unpaid: { openai: "insufficient_quota", anthropic: "billing_error" },
	forbidden: { openai: "permission_error", anthropic: "permission_error" },
	"not-found": { openai: "invalid_request_error", anthropic: "not_found_error" },
	timeout: INVALID,
	gone: INVALID,
	"too-large": { openai: "invalid_request_error", anthropic: "request_too_large" },
	"rate-limited": { openai: "rate_limit_error", anthropic: "rate_limit_error" },
	unavailable: { openai: "server_error", anthropic: "overloaded_error" },
	unreachable: { openai: "server_error", anthropic: "api_error" },
	failed: { openai: "server_error", anthropic: "api_error" },
};

export function invalid(message: string, param: string | null = null, code = "invalid_value"): GatewayError {
	return new GatewayError(400, message, { code, param });
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Returns a question to add to a message about an unknown word; empty if no candidate is similar. */
export function suggest(word: string, candidates: Iterable<string>): string {
	const guess = closestWord(word, candidates);
	return guess ? ` Did you mean ${guess}?` : "";
}

/** A target is stopped for longer than a call can wait. */
export class QueueStopped extends Error {
	/** Milliseconds until calls may start. */
	readonly delay: number;

	/** @param reason the service's message when it refused a call, if there was one */
	constructor(delay: number, reason = "") {
		super(reason);
		this.name = "QueueStopped";
		this.delay = delay;
	}
}

/** Error code of a request that needs more calls to services than one request may cause. */
export const TOO_MANY_CALLS = "too_many_calls";

/** The reason to cancel work when the client has disconnected. */
export function clientLeft(): DOMException {
	return new DOMException("The client left", "AbortError");
}

/** The stream ended before the response was complete. */
export class StreamCut extends Error {
	constructor(options?: { cause?: unknown }) {
		super("The stream was cut off before the answer was complete.", options);
		this.name = "StreamCut";
	}
}

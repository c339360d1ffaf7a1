import { hasBrand } from "./base/brand.ts";
import { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./http/redact.ts";

/** The request that failed; secrets are removed by the error's constructor. */
export interface HttpRequestInfo {
	url: string;
	method: string;
	headers?: Record<string, string>;
	/** JSON bodies as values, binary ones as the text `[Blob or ArrayBuffer]` or `[FormData]`. */
	body?: unknown;
}

/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object with unknown members. */
export interface JsonObject {
	[name: string]: JsonValue | undefined;
}

/** Response of the service. */
export interface HttpResponseInfo {
	/** Header `x-request-id`, or the empty string. */
	requestId: string;
	status: number;
	/** The body: its JSON value, or its text. */
	body: JsonObject | string;
	/** Seconds to wait, from the header `Retry-After`; absent without one. */
	retryAfter?: number;
}

/** Base class of the library's errors. Network failures and aborts are passed on unchanged. */
export abstract class InferenceClientError extends Error {
	static readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientError");
	static override readonly [Symbol.hasInstance] = hasBrand;
	override name = "InferenceClientError";
}

/** Whether a value is one of the library's errors, also of another copy of the package. */
export function isInferenceError(value: unknown): value is InferenceClientError {
	return value instanceof InferenceClientError;
}

/**
 * Adds the caller's stack frames to an error of the library. The engine drops them where many functions rethrow an error,
 * and where no function awaits it. Called where an error leaves the library, so that a successful call costs nothing.
 */
export function withCaller(error: unknown): unknown {
	if (!(error instanceof InferenceClientError)) return error;
	const known = error.stack ?? "";
	const frames = new Error().stack?.split("\n").filter((line) => /^\s+at /.test(line) && !known.includes(line)) ?? [];
	// The first is this function.
	if (frames.length > 1) error.stack = [known, ...frames.slice(1)].join("\n");
	return error;
}

/** Invalid arguments of a call. */
export type InputErrorCode =
	/** The call names no model, and none can be chosen. */
	| "no-model"
	/** The call names no task. */
	| "no-task"
	/** No provider has this id. */
	| "unknown-provider"
	/** No provider serves the model. */
	| "model-not-served"
	/** The provider does not support the task. */
	| "task-unsupported"
	/** The model is not for the task. */
	| "model-unsupported"
	/** The provider accepts only its own keys. */
	| "own-key-needed"
	/** The input is larger than the provider accepts. */
	| "over-limit"
	/** There is no recording of the request to replay. */
	| "not-recorded"
	/** A file is invalid. */
	| "invalid-file"
	/** The call may cost more than is left of a limit. */
	| "over-budget"
	/** A cost limit applies, and the price of the call is not known. */
	| "unknown-price"
	/** A value is missing, contradictory or of the wrong type. */
	| "invalid-input";

/** The arguments cannot be used: something is missing, contradictory or not supported. Nothing was sent. */
export class InferenceClientInputError extends InferenceClientError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientInputError");
	override name = "InputError";
	readonly code: InputErrorCode;

	constructor(message: string, code: InputErrorCode = "invalid-input") {
		super(message);
		this.code = code;
	}
}

/**
 * Checks a function that a caller passes: plain JavaScript has no compiler to do it.
 * @param what begins the message, such as `retry: fetch`
 * @throws InputError
 */
export function checkFunction(what: string, value: unknown): void {
	if (typeof value !== "function") throw new InferenceClientInputError(`${what} must be a function`);
}

/** The arguments are valid, but no provider can be chosen. Nothing was sent. */
export class InferenceClientRoutingError extends InferenceClientError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientRoutingError");
	override name = "RoutingError";
}

abstract class HttpRequestError extends InferenceClientError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.HttpRequestError");
	readonly httpRequest: HttpRequestInfo;
	readonly httpResponse: HttpResponseInfo;

	/** Keys and passwords in `httpRequest` are removed everywhere, even if the service repeats them. */
	constructor(message: string, httpRequest: HttpRequestInfo, httpResponse: HttpResponseInfo) {
		const { url, method, headers } = httpRequest;
		const secrets = findSecrets(url, headers);
		super(removeSecret(message, secrets));
		this.httpRequest = {
			url: removeSecret(redactUrl(url), secrets),
			method,
			...(headers ? { headers: removeSecret(redactHeaders(headers), secrets) } : {}),
			...("body" in httpRequest ? { body: removeSecret(redactBody(httpRequest.body), secrets) } : {}),
		};
		this.httpResponse = removeSecret(httpResponse, secrets);
	}
}

/** The provider returned an HTTP error, or an error inside a stream. */
export class InferenceClientProviderApiError extends HttpRequestError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientProviderApiError");
	override name = "ProviderApiError";
}

/** A file that a result refers to could not be downloaded. */
export class InferenceClientDownloadError extends InferenceClientProviderApiError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientDownloadError");
}

/** Hugging Face returned an HTTP error, or an unexpected response. */
export class InferenceClientHubApiError extends HttpRequestError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientHubApiError");
	override name = "HubApiError";
}

/** Why a response could not be used: it is malformed, the job failed, or polling timed out. */
export type OutputErrorReason = "malformed" | "failed" | "timeout";

/** The provider's response contains no result. */
export class InferenceClientProviderOutputError extends InferenceClientError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientProviderOutputError");
	override name = "ProviderOutputError";
	readonly reason: OutputErrorReason;

	constructor(message: string, reason: OutputErrorReason = "malformed", options?: { cause?: unknown }) {
		super(message, options);
		this.reason = reason;
	}
}

/** The call was not complete at its deadline. */
export class InferenceClientDeadlineError extends InferenceClientProviderOutputError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientDeadlineError");
	constructor(seconds: number) {
		super(`Not complete within the deadline of ${seconds} s.`, "timeout");
	}
}

/** The answer was cut at the limit of tokens. */
export class InferenceClientAnswerCutError extends InferenceClientProviderOutputError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientAnswerCutError");
	/** Tokens of the answer; undefined if unknown. */
	readonly tokens: number | undefined;

	constructor(tokens: number | undefined) {
		super(`The answer was cut${tokens === undefined ? "" : ` at ${tokens} tokens`}; raise max_tokens.`);
		this.tokens = tokens;
	}
}

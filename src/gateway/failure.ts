import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../errors.ts";
import { ReplayMissError } from "../exchange/index.ts";
import { findDetail, readMember } from "../http/index.ts";
import { FirstTokenTimeout, GatewayError, QueueStopped, StreamCut } from "./errors.ts";
import type { Target } from "./types.ts";

export interface Failure {
	error: GatewayError;
	canFailOver: boolean;
	/** Set if the service refused because of its rate limit; `retryAfter` in seconds if the service gave one. */
	isLimit: boolean;
	/** Status, or name of the error, for the list of attempts. */
	outcome: { status: number } | { error: string };
}

/** Statuses below 500 that concern the provider rather than the request. */
const PROVIDER_STATUSES: ReadonlySet<number> = new Set([402, 408, 410]);

/** Codes of input errors that mean the target does not serve the model. */
const NOT_FOUND: ReadonlySet<string> = new Set([
	"model-not-served",
	"model-unsupported",
	"task-unsupported",
	"unknown-provider",
]);

/** Turns any error of a call into the error for the client. */
export function describeFailure(error: unknown, target: Target): Failure {
	const name = nameTarget(target);
	if (error instanceof QueueStopped) {
		const message = `${name} is rate limited for ${Math.ceil(error.delay / 1000)} s.`;
		const details = { code: "rate_limit_exceeded", retryAfter: error.delay / 1000 };
		return fail(new GatewayError(429, message, details), { isLimit: true, outcome: { status: 429 } });
	}
	if (error instanceof GatewayError) return refuse(error);
	if (error instanceof InferenceClientHubApiError) return describeHubError(error, target);
	if (error instanceof InferenceClientProviderApiError) return describeProviderError(error, name, target.isLocal);
	// An input error too, so it comes first.
	if (error instanceof ReplayMissError) return refuse(new GatewayError(404, error.message, { code: "not_recorded" }));
	if (error instanceof InferenceClientInputError) return describeInputError(error, name);
	if (error instanceof InferenceClientRoutingError) {
		return refuse(new GatewayError(401, error.message, { code: "provider_auth" }));
	}
	if (error instanceof FirstTokenTimeout) return failed(504, `${name}: ${error.message}`, "first_token_timeout", error);
	if (error instanceof InferenceClientProviderOutputError) {
		const [status, code] = error.reason === "timeout" ? [504, "timeout"] : [502, `${error.reason}_response`];
		return failed(status, `${name}: ${error.message}`, code, error);
	}
	const isError = error instanceof Error;
	if (isError && error.name === "TimeoutError") return failed(504, `${name}: ${error.message}`, "timeout", error);
	if (error instanceof StreamCut) return failed(502, `${name}: ${error.message}`, "stream_cut", error);
	return failed(502, `${name} cannot be reached: ${readReason(error)}`, "network_error", error);
}

/** The failure of a target whose local server was not found. */
export function describeMissing(error: unknown): Failure {
	const message = error instanceof Error ? error.message : String(error);
	const missing = new GatewayError(503, message, { code: "local_server_unavailable" });
	return fail(error instanceof GatewayError ? error : missing, { outcome: { error: "LocalServerUnavailable" } });
}

function fail(error: GatewayError, more: Partial<Failure> = {}): Failure {
	return { error, canFailOver: true, isLimit: false, outcome: { status: error.status }, ...more };
}

/** The failure of a request that no other target would take either. */
function refuse(error: GatewayError): Failure {
	return fail(error, { canFailOver: false });
}

function failed(status: number, message: string, code: string, cause: unknown): Failure {
	const name = cause instanceof Error ? cause.name : "Error";
	return fail(new GatewayError(status, message, { code }), { outcome: { error: name } });
}

function describeHubError({ message, httpResponse: { status } }: InferenceClientHubApiError, target: Target): Failure {
	const isUnknown = status === 401 || status === 403 || status === 404;
	if (isUnknown) return refuse(modelNotFound(`There is no model ${target.model} on the hub that you may use.`));
	if (status >= 500) return fail(new GatewayError(502, message, { code: "hub_unavailable" }));
	// The hub's answer has no list of providers: nobody serves the model.
	return refuse(modelNotFound(message));
}

function modelNotFound(message: string): GatewayError {
	return new GatewayError(404, message, { code: "model_not_found", param: "model" });
}

function describeProviderError(
	{ message, httpResponse }: InferenceClientProviderApiError,
	name: string,
	isLocal = false,
): Failure {
	const { status: received, body, retryAfter } = httpResponse;
	// An error inside a stream comes with the status of the stream.
	const status = received >= 400 && received <= 599 ? received : (readStatus(body) ?? 502);
	const inner = readMember(body, "error");
	const detail = findDetail(body) ?? message;
	if (status === 401 || status === 403) {
		const text = `${name} refused the key or token that hub sent (${status}): ${detail}`;
		return refuse(new GatewayError(status, text, { code: "provider_auth" }));
	}
	const isRedirect = received >= 300 && received < 400;
	const code = readText(inner, "code") ?? (status === 429 ? "rate_limit_exceeded" : null);
	const details = {
		type: readText(inner, "type"),
		code: isRedirect ? "redirect_refused" : code,
		param: readText(inner, "param"),
		retryAfter,
	};
	const error = new GatewayError(status, detail, details);
	// A local server has few models; the next target may have this one.
	const canFailOver = (isLocal && status === 404) || status === 429 || status >= 500 || PROVIDER_STATUSES.has(status);
	return fail(error, { isLimit: status === 429, canFailOver });
}

function describeInputError({ message, code }: InferenceClientInputError, name: string): Failure {
	const error = NOT_FOUND.has(code)
		? modelNotFound(message)
		: code === "own-key-needed"
			? new GatewayError(401, `${name}: ${message}`, { code: "provider_auth" })
			: new GatewayError(400, message, { code: "invalid_value", param: code === "no-model" ? "model" : null });
	return refuse(error);
}

export function nameTarget({ provider, model }: Target): string {
	return provider ?? `the router (${model})`;
}

function readStatus(body: unknown): number | undefined {
	const inner = readMember(body, "error");
	const candidates = [readMember(inner, "code"), readMember(inner, "status"), readMember(body, "status_code")];
	return candidates.find(
		(value): value is number => typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599,
	);
}

function readText(value: unknown, name: string): string | undefined {
	const member = readMember(value, name);
	return typeof member === "string" ? member : undefined;
}

function readReason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause } = error;
	return cause instanceof Error && cause.message ? cause.message : error.message;
}

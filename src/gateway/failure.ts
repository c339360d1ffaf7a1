import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../errors.ts";
import { ReplayMissError } from "../exchange/index.ts";
import { findDetail, readMember } from "../http/index.ts";
import { factsOfStatus } from "../http/status-facts.ts";
import { findContextExcess } from "./context-excess.ts";
import { GatewayError, invalid, messageOf, QueueStopped } from "./errors.ts";
import type { Target } from "./types.ts";

export interface Failure {
	error: GatewayError;
	canFailOver: boolean;
	/** Set if the service refused because of its rate limit; `retryAfter` in seconds if the service gave one. */
	isLimit: boolean;
	/** Status, or name of the error, for the list of attempts. */
	outcome: { status: number } | { error: string };
}

/** Codes of input errors which mean that the target does not serve the model. */
const NOT_FOUND: ReadonlySet<string> = new Set(
	"model-not-served model-unsupported task-unsupported unknown-provider".split(" "),
);

/** Turns any error of a call into the error for the client. */
export function describeFailure(error: unknown, target: Target): Failure {
	const name = nameTarget(target);
	if (error instanceof QueueStopped) {
		const message = `${name} is rate limited for ${Math.ceil(error.delay / 1000)} s${error.message && ": "}${error.message || "."}`;
		const details = { code: "rate_limit_exceeded", retryAfter: error.delay / 1000 };
		return fail(new GatewayError(429, message, details), { isLimit: true, outcome: { status: 429 } });
	}
	if (error instanceof GatewayError) return refuse(error);
	if (error instanceof InferenceClientHubApiError) return describeHubError(error, target);
	if (error instanceof InferenceClientProviderApiError)
		return describeProviderError(error, name, target.isLocal || target.pinned !== undefined);
	// An input error too, so it comes first.
	if (error instanceof ReplayMissError) return refuse(new GatewayError(404, error.message, { code: "not_recorded" }));
	if (error instanceof InferenceClientInputError) return refuse(describeInputError(error, name));
	if (error instanceof InferenceClientRoutingError) {
		return refuse(new GatewayError(401, error.message, { code: "provider_auth" }));
	}
	const outcome = { error: error instanceof Error ? error.name : "Error" };
	if (error instanceof InferenceClientProviderOutputError) {
		const [status, code] = error.reason === "timeout" ? [504, "timeout"] : [502, `${error.reason}_response`];
		return fail(new GatewayError(status, `${name}: ${error.message}`, { code }), { outcome });
	}
	const [status, code] = CUT[outcome.error] ?? [502, "network_error"];
	const isCut = code !== "network_error";
	const message = isCut ? `${name}: ${messageOf(error)}` : `${name} cannot be reached: ${readReason(error)}`;
	return fail(new GatewayError(status, message, { code }), { outcome });
}

/** Name of an error → status and code for a response that is missing or incomplete. */
const CUT: Readonly<Record<string, readonly [status: number, code: string] | undefined>> = {
	FirstTokenTimeout: [504, "first_token_timeout"],
	TimeoutError: [504, "timeout"],
	StreamCut: [502, "stream_cut"],
};

/** The failure of a target whose local server was not found. */
export function describeUnfoundServer(error: unknown): Failure {
	const missing = new GatewayError(503, messageOf(error), { code: "local_server_unavailable" });
	return fail(error instanceof GatewayError ? error : missing, { outcome: { error: "LocalServerUnavailable" } });
}

/** The end of a call whose client has disconnected, which is not a fault of the target. */
export const CLIENT_LEFT: Failure = refuse(
	new GatewayError(499, "The client left before the answer was complete.", { code: "client_left" }),
);

function fail(error: GatewayError, more: Partial<Failure> = {}): Failure {
	return { error, canFailOver: true, isLimit: false, outcome: { status: error.status }, ...more };
}

/** The failure of a request that no other target would accept either. */
function refuse(error: GatewayError): Failure {
	return fail(error, { canFailOver: false });
}

function describeHubError({ message, httpResponse: { status } }: InferenceClientHubApiError, target: Target): Failure {
	if (status >= 500) return fail(new GatewayError(502, message, { code: "hub_unavailable" }));
	const isUnknown = status === 401 || status === 403 || status === 404;
	// Any other response of Hugging Face has no list of providers: no provider serves the model.
	return refuse(
		modelNotFound(isUnknown ? `There is no model ${target.model} on Hugging Face that you may use.` : message),
	);
}

function modelNotFound(message: string): GatewayError {
	return new GatewayError(404, message, { code: "model_not_found", param: "model" });
}

function describeProviderError(
	{ message, httpResponse }: InferenceClientProviderApiError,
	name: string,
	mayMissModel = false,
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
	const excess = findContextExcess(status, detail, body);
	if (excess) return refuse(new GatewayError(400, detail, { code: CONTEXT_EXCEEDED, param: "messages", excess }));
	const isRedirect = received >= 300 && received < 400;
	const code = readText(inner, "code") ?? (status === 429 ? "rate_limit_exceeded" : null);
	const details = {
		type: readText(inner, "type"),
		code: isRedirect ? "redirect_refused" : code,
		param: readText(inner, "param"),
		retryAfter,
	};
	const error = new GatewayError(status, detail, details);
	// A local server has few models, and a provider may stop serving one; the next target may have it.
	const isMissing = mayMissModel && (status === 404 || code === "model_not_supported");
	const canFailOver = isMissing || factsOfStatus(status).mayPassElsewhere;
	return fail(error, { isLimit: status === 429, canFailOver });
}

/** Error code of a request that is longer than the model's context. */
const CONTEXT_EXCEEDED = "context_length_exceeded";

function describeInputError({ message, code }: InferenceClientInputError, name: string): GatewayError {
	if (NOT_FOUND.has(code)) return modelNotFound(message);
	if (code === "own-key-needed") return new GatewayError(401, `${name}: ${message}`, { code: "provider_auth" });
	return invalid(message, code === "no-model" ? "model" : null);
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
	const cause = readMember(error, "cause");
	return (cause instanceof Error && cause.message) || messageOf(error);
}

import type { InferenceProvider } from "../inference/index.ts";

/** An error from which every service makes its own error body. */
export class ServiceFailure extends Error {
	override name = "ServiceFailure";
	/** `invalid` takes the status the service uses for bad input, 400 or 422. */
	readonly status: number | "invalid";
	/** Machine-readable word, such as `model_not_found`. */
	readonly code: string | undefined;
	/** Path of the invalid member of the body. */
	readonly field: readonly string[];
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		status: number | "invalid",
		message: string,
		details: { code?: string; field?: readonly string[]; headers?: Readonly<Record<string, string>> } = {},
	) {
		super(message);
		this.status = status;
		this.code = details.code;
		this.field = details.field ?? [];
		this.headers = details.headers ?? {};
	}
}

/** Returns a member of the body that is missing or wrong. `field` is its path, dotted. */
export function invalid(field: string, message: string): ServiceFailure {
	return new ServiceFailure("invalid", message, { field: field.split("."), code: "invalid_value" });
}

export function missing(field: string): ServiceFailure {
	return new ServiceFailure("invalid", `Missing required parameter: '${field}'.`, {
		field: field.split("."),
		code: "missing_required_parameter",
	});
}

export function notFound(message: string, code = "not_found"): ServiceFailure {
	return new ServiceFailure(404, message, { code });
}

/** Returns the answer to requests that need a real model. */
export function noModel(hint: string): string {
	return `Sandbox: no model here. Try ${hint}, or a real provider.`;
}

/** Error format of a service. */
interface ErrorFormat {
	/** Status for invalid input. */
	invalid: 400 | 422;
	body(failure: ServiceFailure, status: number): object;
}

/** Hub, router and hf-inference. */
export const HUB_FORMAT: ErrorFormat = { invalid: 400, body: ({ message }) => ({ error: message }) };

const OPENAI: ErrorFormat = {
	invalid: 400,
	body: ({ message, code, field }, status) => ({
		error: { message, type: errorType(status), param: field.length > 0 ? field.join(".") : null, code: code ?? null },
	}),
};

/** The router's own URLs: authorization fails as on the hub, everything else follows OpenAI. */
export const ROUTER_FORMAT: ErrorFormat = {
	invalid: 400,
	body: (failure, status) => (status === 401 ? HUB_FORMAT : OPENAI).body(failure, status),
};

const FLAT: ErrorFormat = {
	invalid: 400,
	body: ({ message, code, field }, status) => ({
		message,
		type: errorType(status),
		param: field.join("."),
		code: code ?? "",
	}),
};

/** Python services that check their input with pydantic. */
const PYDANTIC: ErrorFormat = {
	invalid: 422,
	body: ({ message, code, field }, status) =>
		status === 422
			? {
					detail: [
						{
							loc: ["body", ...field],
							msg: code === "missing_required_parameter" ? "field required" : message,
							type: code === "missing_required_parameter" ? "value_error.missing" : "value_error",
						},
					],
				}
			: { detail: message },
};

const FORMATS: Partial<Record<InferenceProvider, ErrorFormat>> = {
	"black-forest-labs": PYDANTIC,
	cerebras: FLAT,
	cohere: { invalid: 422, body: ({ message }) => ({ message }) },
	"fal-ai": PYDANTIC,
	"hf-inference": HUB_FORMAT,
	hyperbolic: { invalid: 400, body: ({ message }, status) => ({ object: "error", message, type: errorType(status) }) },
	nebius: PYDANTIC,
	novita: {
		invalid: 400,
		body: ({ message, code }, status) => ({ code: status, reason: code ?? errorType(status), message, metadata: {} }),
	},
	replicate: {
		invalid: 422,
		body: ({ message, field }, status) => ({
			title: TITLES[status] ?? "Request failed",
			detail: message,
			status,
			...(field.length > 0
				? { invalid_fields: [{ type: "invalid", field: field.join("."), description: message }] }
				: {}),
		}),
	},
	together: {
		invalid: 400,
		body: (failure, status) => ({
			...OPENAI.body(failure, status),
			...(status === 429 ? { error_type: failure.code ?? "dynamic_request_limited" } : {}),
		}),
	},
	wavespeed: { invalid: 400, body: ({ message }, status) => ({ code: status, message }) },
	"zai-org": {
		invalid: 400,
		body: ({ message }, status) => ({ error: { code: status === 401 ? "1000" : "1210", message } }),
	},
};

const TITLES: Record<number, string> = {
	401: "Unauthenticated",
	404: "Not found",
	422: "Input validation failed",
	429: "Too many requests",
	503: "Service unavailable",
};

/** Error formats of providers; most follow OpenAI. */
export function errorFormatOf(provider: string): ErrorFormat {
	return FORMATS[provider as InferenceProvider] ?? OPENAI;
}

/** Returns the status and the body with which a provider reports a failure. */
export function describeFailure(provider: string, failure: ServiceFailure): { status: number; body: object } {
	const format = errorFormatOf(provider);
	const status = failure.status === "invalid" ? format.invalid : failure.status;
	return { status, body: format.body(failure, status) };
}

function errorType(status: number): string {
	if (status === 401) return "authentication_error";
	if (status === 403) return "permission_error";
	if (status === 429) return "rate_limit_error";
	return status >= 500 ? "server_error" : "invalid_request_error";
}

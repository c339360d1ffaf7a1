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

/** How the sandbox begins where no rule fits. */
export const NO_MODEL = "Sandbox: no model here.";

/** Returns the answer to requests that need a real model. */
export function noModel(hint: string): string {
	return `${NO_MODEL} Try ${hint}, or a real provider.`;
}

/** Returns the body in which a service reports an error. */
type ErrorBody = (failure: ServiceFailure, status: number) => object;

/** Hugging Face and hf-inference. */
const HUB: ErrorBody = ({ message }) => ({ error: message });

const OPENAI: ErrorBody = ({ message, code, field }, status) => ({
	error: { message, type: errorType(status), param: field.length > 0 ? field.join(".") : null, code: code ?? null },
});

const FLAT: ErrorBody = ({ message, code, field }, status) => ({
	message,
	type: errorType(status),
	param: field.join("."),
	code: code ?? "",
});

/** Python services that check their input with pydantic. */
const PYDANTIC: ErrorBody = ({ message, code, field }, status) => {
	if (status !== 422) return { detail: message };
	const [msg, type] =
		code === "missing_required_parameter" ? ["field required", "value_error.missing"] : [message, "value_error"];
	return { detail: [{ loc: ["body", ...field], msg, type }] };
};

/** The bodies of Hugging Face, the router, and providers that do not follow OpenAI. */
const BODIES: { readonly [Service in InferenceProvider | "hub" | "router"]?: ErrorBody } = {
	hub: HUB,
	// The router's own URLs: authorization fails as on Hugging Face.
	router: (failure, status) => (status === 401 ? HUB : OPENAI)(failure, status),
	"black-forest-labs": PYDANTIC,
	cerebras: FLAT,
	cohere: ({ message }) => ({ message }),
	"fal-ai": PYDANTIC,
	"hf-inference": HUB,
	hyperbolic: ({ message }, status) => ({ object: "error", message, type: errorType(status) }),
	nebius: PYDANTIC,
	novita: ({ message, code }, status) => ({ code: status, reason: code ?? errorType(status), message, metadata: {} }),
	replicate: ({ message, field }, status) => ({
		title: TITLES[status] ?? "Request failed",
		detail: message,
		status,
		...(field.length > 0
			? { invalid_fields: [{ type: "invalid", field: field.join("."), description: message }] }
			: {}),
	}),
	together: (failure, status) => ({
		...OPENAI(failure, status),
		...(status === 429 ? { error_type: failure.code ?? "dynamic_request_limited" } : {}),
	}),
	wavespeed: ({ message }, status) => ({ code: status, message }),
	"zai-org": ({ message }, status) => ({ error: { code: status === 401 ? "1000" : "1210", message } }),
};

/** Services that answer invalid input with 422; the others with 400. */
const UNPROCESSABLE = ["black-forest-labs", "cohere", "fal-ai", "nebius", "replicate"];

const TITLES: Record<number, string> = {
	401: "Unauthenticated",
	404: "Not found",
	422: "Input validation failed",
	429: "Too many requests",
	503: "Service unavailable",
};

/** Returns the status and the body with which a provider, Hugging Face or the router reports a failure. */
export function describeFailure(service: string, failure: ServiceFailure): { status: number; body: object } {
	const status = failure.status === "invalid" ? (UNPROCESSABLE.includes(service) ? 422 : 400) : failure.status;
	return { status, body: (BODIES[service as InferenceProvider] ?? OPENAI)(failure, status) };
}

function errorType(status: number): string {
	if (status === 401) return "authentication_error";
	if (status === 403) return "permission_error";
	if (status === 429) return "rate_limit_error";
	return status >= 500 ? "server_error" : "invalid_request_error";
}

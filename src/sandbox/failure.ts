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

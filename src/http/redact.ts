/** A request as errors and `--debug` show it. */
export interface ShownRequest {
	readonly url: string;
	readonly method: string;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
}

const HIDDEN = "[redacted]";

/**
 * The headers with the value of `Authorization`, in any spelling, hidden.
 * The scheme is hidden too: `Bearer [redacted]` stands for `Key …` and `X-Key …` alike.
 */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, isAuthorization(name) ? `Bearer ${HIDDEN}` : value]),
	);
}

/** The secret part of the `Authorization` header, without its scheme; undefined when there is none. */
export function findSecret(headers: Readonly<Record<string, string>> | undefined): string | undefined {
	const value = Object.entries(headers ?? {}).find(([name]) => isAuthorization(name))?.[1];
	return value?.replace(/^\S+ /, "").trim() || undefined;
}

/** A request body as a value that can be shown: JSON parsed, binary data named, the token left out. */
export function redactBody(body: unknown): unknown {
	if (body === undefined || body === null) return null;
	if (body instanceof FormData) return "[FormData]";
	if (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return "[Blob or ArrayBuffer]";
	if (typeof body !== "string") return body;
	const value = parseJson(body);
	if (value !== null && typeof value === "object" && "accessToken" in value)
		return { ...value, accessToken: "[REDACTED]" };
	return value;
}

/**
 * A copy of `value` in which every string has the secret replaced.
 * Services like to repeat a wrong key in their answer ("Incorrect API key provided: …").
 */
export function removeSecret<T>(value: T, secret: string | undefined): T {
	// Very short values would blank out ordinary words; no real key is that short.
	if (secret === undefined || secret.length < 6) return value;
	return replaceStrings(value, (text) => text.replaceAll(secret, HIDDEN)) as T;
}

function replaceStrings(value: unknown, replace: (text: string) => string): unknown {
	if (typeof value === "string") return replace(value);
	if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace));
	if (value === null || typeof value !== "object" || !isPlainObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [replace(key), replaceStrings(item, replace)]));
}

function isPlainObject(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

function isAuthorization(name: string): boolean {
	return name.toLowerCase() === "authorization";
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

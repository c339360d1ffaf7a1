import { mapStrings } from "../base/json.ts";
import { hideSecret, secretForms } from "../base/secret-forms.ts";
import { isSecretName } from "../base/secret-names.ts";

const HIDDEN = "[redacted]";

/**
 * Returns the headers without secrets. `Authorization`, in any spelling, becomes `Bearer [redacted]`, whatever its
 * scheme. The object given is not changed.
 */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => {
			if (!isSecretName(name)) return [name, value];
			return [name, name.toLowerCase() === "authorization" ? `Bearer ${HIDDEN}` : HIDDEN];
		}),
	);
}

/** Returns the URL with `user:password@` hidden. */
export function redactUrl(url: string): string {
	return url.replace(/^([a-z][\w+.-]*:\/\/)[^/?#]*@/i, `$1${HIDDEN}@`);
}

/** Finds the secrets of a request: keys in its headers (without their scheme) and a password in its URL. */
export function findSecrets(url: string, headers: Readonly<Record<string, string>> = {}): string[] {
	const keys = Object.entries(headers)
		.filter(([name]) => isSecretName(name))
		.map(([, value]) => value.replace(/^\S+ /, "").trim());
	const password = /^[a-z][\w+.-]*:\/\/(?:[^/?#:@]*:)?([^/?#]*)@/i.exec(url)?.[1];
	return password === undefined ? keys : [...keys, password];
}

/** Returns a request body for display: JSON parsed, binary data named, the token removed. */
export function redactBody(body: unknown): unknown {
	if (body === undefined || body === null) return null;
	if (body instanceof FormData) return "[FormData]";
	if (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return "[Blob or ArrayBuffer]";
	const value = typeof body === "string" ? readJson(body) : body;
	const hasToken = value !== null && typeof value === "object" && "accessToken" in value;
	return hasToken ? { ...value, accessToken: "[REDACTED]" } : value;
}

/** Parses the caller's own JSON, which may be nested deeply. `parseJson` is too large for a bundle of one error class. */
function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Returns a copy of `value` in which every string has the secrets replaced, in every encoding of `SecretForms`.
 * Services often repeat a wrong key in their response ("Incorrect API key provided: …").
 */
export function removeSecret<T>(value: T, secret: string | readonly string[] | undefined): T {
	// Very short values would blank out ordinary words; no real key is that short.
	const secrets = [secret ?? []]
		.flat()
		.filter((text) => text.length >= 6)
		.map(secretForms);
	const hide = (text: string): string => secrets.reduce((rest, forms) => hideSecret(rest, forms, HIDDEN), text);
	return mapStrings(value, hide, MAX_ERROR_DEPTH) as T;
}

/** Deeper values are omitted from errors. */
const MAX_ERROR_DEPTH = 100;

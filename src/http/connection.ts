import { isRecord } from "../json.ts";

/** Passing troubles; the second half is how Bun names them. */
const PASSING_CODES = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"ECONNABORTED",
	"EPIPE",
	"ETIMEDOUT",
	"EHOSTUNREACH",
	"EHOSTDOWN",
	"ENETUNREACH",
	"ENETDOWN",
	"EAI_AGAIN",
	"UND_ERR_SOCKET",
	"UND_ERR_CONNECT_TIMEOUT",
	"ConnectionRefused",
	"ConnectionReset",
	"ConnectionClosed",
	"FailedToOpenSocket",
]);

/**
 * These will not be better in a second: a name that does not exist, a certificate that is not trusted. After a long
 * silence the service may still be at work, so asking again could pay twice.
 */
const LASTING_CODES =
	/^(ENOTFOUND|EPROTO|UND_ERR_(HEADERS|BODY)_TIMEOUT|(ERR_TLS|ERR_SSL|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;

/** Texts with which browsers, Deno and Bun report a connection that failed, where they give no code. */
const FAILURE_TEXTS =
	/^(failed to fetch|fetch failed|load failed|networkerror when attempting|unable to connect|error sending request|error reading a body from connection|the socket connection was closed|terminated$)/i;

/** Whether `fetch`, or the reading of a body, failed because the connection could not be made or broke. */
export function isConnectionFailure(error: unknown): boolean {
	return describeCause(error) !== undefined;
}

/** Whether such a failure may be gone at the next attempt. */
export function isPassingFailure(error: unknown): boolean {
	return describeCause(error) === "passing";
}

function describeCause(error: unknown): "passing" | "lasting" | undefined {
	const { name, message, cause, code } = readError(error);
	if (name === "AbortError" || name === "TimeoutError") return undefined;
	if (code === undefined) {
		if (!FAILURE_TEXTS.test(message)) return undefined;
		// Node says why it refused by itself (a forbidden port, redirects in a circle); its troubles of the network have codes.
		const isRefused = message === "fetch failed" && isRecord(cause) && !FAILURE_TEXTS.test(String(cause["message"]));
		return isRefused ? "lasting" : "passing";
	}
	if (PASSING_CODES.has(code)) return "passing";
	return LASTING_CODES.test(code) ? "lasting" : undefined;
}

/** Read by their members, not by class: errors of `fetch` may come from another realm. */
function readError(error: unknown): { name: unknown; message: string; cause: unknown; code: string | undefined } {
	const { name, message, cause } = isRecord(error) ? error : {};
	return { name, message: String(message), cause, code: findErrorCode(error) };
}

/** Returns the code of an error, or of what caused it. */
export function findErrorCode(error: unknown): string | undefined {
	for (let current = error, depth = 0; isRecord(current) && depth < 8; depth++) {
		if (typeof current["code"] === "string") return current["code"];
		current = current["cause"];
	}
	return undefined;
}

import { isRecord } from "../base/json.ts";

/** Codes of temporary failures; the last four are Bun's. */
const PASSING_CODES =
	/^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EAI_AGAIN|UND_ERR_(SOCKET|CONNECT_TIMEOUT)|Connection(Refused|Reset|Closed)|FailedToOpenSocket)$/;

/**
 * Codes of permanent failures: an unknown host name, an untrusted certificate. After a timeout the service may still be
 * working, so a second request could be charged twice.
 */
const PERMANENT_CODES =
	/^(ENOTFOUND|EPROTO|UND_ERR_(HEADERS|BODY)_TIMEOUT|(ERR_TLS|ERR_SSL|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;

/** Messages of browsers, Deno and Bun for a failed connection without a code. */
const FAILURE_TEXTS =
	/^(failed to fetch|fetch failed|load failed|networkerror when attempting|unable to connect|error sending request|error reading a body from connection|the socket connection was closed|terminated$)/i;

/** Whether `fetch` or reading a body failed because the connection could not be made or broke. */
export function isConnectionFailure(error: unknown): boolean {
	return describeCause(error) !== undefined;
}

/** Whether the connection failed temporarily, so that a retry may succeed. */
export function isPassingFailure(error: unknown): boolean {
	return describeCause(error) === "passing";
}

function describeCause(error: unknown): "passing" | "lasting" | undefined {
	// Reads members instead of testing the class: errors of `fetch` may come from another realm.
	const { name, message: given, cause } = isRecord(error) ? error : {};
	const message = String(given);
	const code = findErrorCode(error);
	if (name === "AbortError" || name === "TimeoutError") return undefined;
	if (code === undefined) {
		if (!FAILURE_TEXTS.test(message)) return undefined;
		// Node's network errors have codes; without one, it rejected the request itself (forbidden port, redirect loop).
		const isRefused = message === "fetch failed" && isRecord(cause) && !FAILURE_TEXTS.test(String(cause["message"]));
		return isRefused ? "lasting" : "passing";
	}
	if (PASSING_CODES.test(code)) return "passing";
	return PERMANENT_CODES.test(code) ? "lasting" : undefined;
}

/** Returns the code of an error or of its causes. */
export function findErrorCode(error: unknown): string | undefined {
	for (let current = error, depth = 0; isRecord(current) && depth < 8; depth++) {
		if (typeof current["code"] === "string") return current["code"];
		current = current["cause"];
	}
	return undefined;
}

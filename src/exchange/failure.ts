import { isRecord, omitUndefined, readMember } from "../base/json.ts";
import { findErrorCode } from "../http/index.ts";
import type { ExchangeError } from "./exchange.ts";

export function describeError(error: unknown): ExchangeError {
	const { name, message, code, status } = readError(error);
	return { name, ...omitUndefined({ message: message || undefined, code, status }) };
}

/** Reads members instead of testing the class: errors of `fetch` may come from another realm. The code may be in a cause. */
export function readError(error: unknown) {
	const { name, message, httpResponse } = isRecord(error) ? error : { message: String(error) };
	const status = readMember(httpResponse, "status");
	return {
		name: typeof name === "string" ? name : "Error",
		message: typeof message === "string" ? message : "",
		code: findErrorCode(error),
		status: typeof status === "number" ? status : undefined,
	};
}

/** Returns the error of a recorded request that failed or was cut off, as `fetch` would throw it. */
export function rebuildError({ name, message = "", code }: ExchangeError): Error {
	if (name === "TimeoutError") return new DOMException(message, name);
	// If the caller aborted the recorded call, the replay reports a broken connection.
	const cause = Object.assign(new Error(message), { code: name === "AbortError" ? "ECONNRESET" : code });
	const text = name === "AbortError" || message === "" ? "terminated" : message;
	return new TypeError(text, code === undefined && name !== "AbortError" ? undefined : { cause });
}

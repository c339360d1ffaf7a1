import { defined, isRecord, readMember } from "../base/json.ts";
import { findErrorCode } from "../http/index.ts";
import type { ExchangeError } from "./exchange.ts";

export function describeError(error: unknown): ExchangeError {
	const { name, message, code, status } = readError(error);
	return { name, ...defined({ message: message || undefined, code, status }) };
}

interface ErrorFacts {
	name: string;
	message: string;
	code: string | undefined;
	status: number | undefined;
}

/** Reads members instead of testing the class: errors of `fetch` may come from another realm. The code may be in a cause. */
export function readError(error: unknown): ErrorFacts {
	const code = findErrorCode(error);
	if (!isRecord(error)) return { name: "Error", message: String(error), code, status: undefined };
	const response = error["httpResponse"];
	const status = readMember(response, "status");
	return {
		name: typeof error["name"] === "string" ? error["name"] : "Error",
		message: typeof error["message"] === "string" ? error["message"] : "",
		code,
		status: typeof status === "number" ? status : undefined,
	};
}

/** Returns the error of a recorded request that failed or was cut off, as `fetch` would throw it. */
export function rebuildError({ name, message = "", code }: ExchangeError): Error {
	if (name === "TimeoutError") return new DOMException(message, name);
	// If the caller ended the recorded call, the replay reports a broken connection.
	const cause = Object.assign(new Error(message), { code: name === "AbortError" ? "ECONNRESET" : code });
	const text = name === "AbortError" || message === "" ? "terminated" : message;
	return new TypeError(text, code === undefined && name !== "AbortError" ? undefined : { cause });
}

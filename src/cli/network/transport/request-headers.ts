import { version } from "../../../base/version.ts";
import type { OutgoingBody } from "./request-body.ts";

/** Set only by the transport: a wrong length could make one request look like two. */
const OWN = new Set([
	"connection",
	"content-length",
	"expect",
	"keep-alive",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/** Returns the headers to send, with lowercase names. */
export function prepareHeaders(given: RequestInit["headers"], body: OutgoingBody): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of entriesOf(given)) {
		const key = name.toLowerCase();
		const trimmed = String(value).replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, "");
		if (!OWN.has(key)) headers[key] = headers[key] === undefined ? trimmed : `${headers[key]}, ${trimmed}`;
	}
	headers["accept"] ??= "*/*";
	headers["accept-encoding"] ??= "gzip, deflate, br";
	headers["user-agent"] ??= `modelhub/${version}`;
	if (body.type !== undefined) headers["content-type"] ??= body.type;
	if (body.length !== undefined) headers["content-length"] = String(body.length);
	return headers;
}

/** By their shape: naming `Headers` loads `fetch`. */
function entriesOf(headers: RequestInit["headers"]): Iterable<[string, string]> {
	if (!headers) return [];
	return Symbol.iterator in headers ? (headers as Iterable<[string, string]>) : Object.entries(headers);
}

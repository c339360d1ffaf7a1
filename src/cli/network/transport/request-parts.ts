import { version } from "../../../base/version.ts";
import { headerEntries } from "../../../http/headers.ts";
import { decodeUri } from "../../../http/url.ts";

/** Set only by the transport: a wrong length could make one request look like two. */
const OWN = new Set("connection content-length expect keep-alive te trailer transfer-encoding upgrade".split(" "));

export function prepareHeaders(given: RequestInit["headers"], body: OutgoingBody): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of headerEntries(given)) {
		const key = name.toLowerCase();
		const trimmed = String(value).replace(/^[\t\r\n ]+|(?<![\t\r\n ])[\t\r\n ]+$/g, "");
		if (!OWN.has(key)) headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${trimmed}` : trimmed;
	}
	headers["accept"] ??= "*/*";
	headers["accept-encoding"] ??= "gzip, deflate, br";
	headers["user-agent"] ??= `modelhub/${version}`;
	if (body.type !== undefined) headers["content-type"] ??= body.type;
	if (body.length !== undefined) headers["content-length"] = String(body.length);
	return headers;
}

export interface OutgoingBody {
	/** Undefined for none. */
	content: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
	/** In bytes; undefined if unknown before the end. */
	length?: number | undefined;
	/** The content type, if the caller names none. */
	type?: string | undefined;
}

/** Prepares any body that `fetch` accepts. */
export async function prepareBody(body: RequestInit["body"]): Promise<OutgoingBody> {
	if (body === undefined || body === null) return { content: undefined };
	if (typeof body === "string") return whole(body, "text/plain;charset=UTF-8");
	if (body instanceof ArrayBuffer) return whole(new Uint8Array(body));
	if (ArrayBuffer.isView(body)) return whole(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
	if (body instanceof URLSearchParams) return whole(String(body), "application/x-www-form-urlencoded;charset=UTF-8");
	if (body instanceof ReadableStream) return { content: body };
	if (body instanceof Blob) return stream(body, body.type);
	// A form: anyone who made it has loaded `fetch` already.
	const encoded = new Response(body);
	return stream(await encoded.blob(), encoded.headers.get("content-type") ?? "");
}

function whole(content: string | Uint8Array, type?: string): OutgoingBody {
	return { content, length: Buffer.byteLength(content), type };
}

/** Read while sending, so that a large file is not in memory twice; a stream can be read only once. */
function stream(blob: Blob, type: string): OutgoingBody {
	return { content: blob.stream(), length: blob.size, type: type || undefined };
}

/** Ports that `fetch` never connects to, by the Fetch standard: services there could misread requests as commands. */
export const FORBIDDEN_PORTS: ReadonlySet<string> = new Set(
	(
		"0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 " +
		"135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 " +
		"995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
	).split(" "),
);

export function proxyHeaders(proxy: URL, host: string): Record<string, string> {
	if (!proxy.username && !proxy.password) return { host };
	const credentials = `${decodeUri(proxy.username)}:${decodeUri(proxy.password)}`;
	return { host, "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Returns the host without the brackets of IPv6. */
export function bareHost(url: URL): string {
	return url.hostname.replace(/^\[|\]$/g, "");
}

/** Returns the port of a URL, its scheme's own where it names none. */
export function portOf(url: URL): number {
	return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

/** The body of a request to send. */
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

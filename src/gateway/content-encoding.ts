import { GatewayError } from "./errors.ts";
import type { GatewayRequest } from "./types.ts";

const FORMATS: Readonly<Record<string, CompressionFormat | undefined>> = {
	gzip: "gzip",
	"x-gzip": "gzip",
	deflate: "deflate",
};

/**
 * Returns a request whose body is decompressed as it is read.
 * @throws GatewayError 415 for a compression that is not known
 */
export function decompress(request: GatewayRequest): GatewayRequest {
	const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
	if (encoding === "" || encoding === "identity") return request;
	const format = FORMATS[encoding];
	if (!format) {
		const message = `The body is compressed as ${encoding}: send it as gzip, deflate or plain.`;
		throw new GatewayError(415, message, {
			code: "unsupported_encoding",
			headers: { "accept-encoding": "gzip, deflate" },
		});
	}
	const { content, headers } = request;
	const body = content ? new Blob([content]).stream() : request.body;
	// The compressed body has another length.
	const isHidden = (name: string): boolean => /^content-(?:length|encoding)$/i.test(name);
	return {
		method: request.method,
		url: request.url,
		signal: request.signal,
		isSecure: request.isSecure,
		...(request.onGone ? { onGone: (listener: () => void) => request.onGone?.(listener) ?? (() => undefined) } : {}),
		headers: {
			get: (name) => (isHidden(name) ? null : headers.get(name)),
			has: (name) => !isHidden(name) && headers.has(name),
		},
		body: body && readDecompressed(body.pipeThrough(new DecompressionStream(format))),
	};
}

/** Passes bytes on; an error of their compression is the client's. */
function readDecompressed(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
	const reader = stream.getReader();
	return new ReadableStream(
		{
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (done) controller.close();
					else controller.enqueue(value as Uint8Array<ArrayBuffer>);
				} catch {
					controller.error(new GatewayError(400, "The body cannot be decompressed.", { code: "invalid_encoding" }));
				}
			},
			cancel: (reason) => reader.cancel(reason),
		},
		{ highWaterMark: 0 },
	);
}

import { joinBytes } from "../base/bytes.ts";
import { GatewayError } from "./errors.ts";
import type { GatewayRequest } from "./types.ts";

/** Reads a body of limited size. @throws GatewayError 413 */
export async function readBody(request: GatewayRequest, limit: number): Promise<Uint8Array<ArrayBuffer>> {
	const length = Number(request.headers.get("content-length") ?? 0);
	if (length > limit) throw tooLarge(limit);
	if (request.content) return request.content;
	if (!request.body) return new Uint8Array();
	const parts: Uint8Array[] = [];
	let size = 0;
	const reader = request.body.getReader();
	while (true) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.length;
		if (size > limit) {
			reader.cancel().catch(() => undefined);
			throw tooLarge(limit);
		}
		parts.push(value);
	}
	const [first] = parts;
	if (first && parts.length === 1) return first as Uint8Array<ArrayBuffer>;
	return joinBytes(parts);
}

/** Returns the error for a body larger than the limit, in bytes. */
export function tooLarge(limit: number): GatewayError {
	const size = limit >= 1e6 ? `${limit / 1e6} MB` : limit >= 1000 ? `${limit / 1000} kB` : `${limit} B`;
	return new GatewayError(413, `The body is larger than ${size}.`, { code: "body_too_large" });
}

/** Shared, because creating a decoder takes longer than decoding; never left in the middle of a character. */
const whole = new TextDecoder();

export function decodeUtf8(bytes: Uint8Array): string {
	return whole.decode(bytes);
}

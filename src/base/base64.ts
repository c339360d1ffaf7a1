import { decodeText, fromBinary, toBinary } from "./bytes.ts";

/** Binary data: a file, or bytes. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

export function isBytes(value: unknown): value is Bytes {
	return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** Returns bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
	return btoa(toBinary(bytes));
}

/** Returns the base64 of a file or of bytes. */
export async function encodeBase64(data: Bytes): Promise<string> {
	return toBase64(await readBytes(data));
}

export async function readBytes(data: Bytes): Promise<Uint8Array> {
	if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	return new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
}

/** Decodes base64; undefined if it is invalid. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
	try {
		return fromBinary(atob(text));
	} catch {
		return undefined;
	}
}

/** Decodes the base64 of a text in UTF-8; undefined if it is invalid. */
export function decodeBase64Text(text: string): string | undefined {
	try {
		const binary = atob(text);
		// Nearly every text is ASCII.
		return /[\u0080-\u00ff]/.test(binary) ? decodeText(fromBinary(binary)) : binary;
	} catch {
		return undefined;
	}
}

/** Returns the content of a data URL; undefined if it is invalid. */
export function decodeDataUrl(url: string): Blob | undefined {
	const parts = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(url);
	if (!parts) return undefined;
	const [, type = "", isBase64, content = ""] = parts;
	const bytes = isBase64 ? decodeBase64(content) : decodePercent(content);
	return bytes === undefined ? undefined : new Blob([bytes], { type });
}

function decodePercent(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

const IMAGE_STARTS = { iVBORw0KGgo: "image/png", "/9j/": "image/jpeg", R0lGOD: "image/gif", UklGR: "image/webp" };

/** Returns the media type of an image, from its first bytes in base64. */
export function sniffImage(base64: string): string | undefined {
	return Object.entries(IMAGE_STARTS).find(([start]) => base64.startsWith(start))?.[1];
}

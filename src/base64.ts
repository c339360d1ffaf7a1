// More arguments than this overflow the stack of some engines.
const CHUNK = 0x8000;

/** Binary data: a file, or bytes. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

export function isBytes(value: unknown): value is Bytes {
	return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** Bytes as base64 text. */
export async function encodeBase64(data: Bytes): Promise<string> {
	const bytes = await readBytes(data);
	let text = "";
	for (let start = 0; start < bytes.length; start += CHUNK) {
		text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
	}
	return btoa(text);
}

async function readBytes(data: Bytes): Promise<Uint8Array> {
	if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	return new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
}

/** Decodes base64; undefined if it is invalid. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
	let binary: string;
	try {
		binary = atob(text);
	} catch {
		return undefined;
	}
	const bytes = new Uint8Array(binary.length);
	for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
	return bytes;
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

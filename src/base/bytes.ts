// More arguments than this overflow the stack of some engines.
const SLICE = 0x2000;

/** Returns the parts in one piece. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		joined.set(part, offset);
		offset += part.length;
	}
	return joined;
}

/** Returns bytes as a string of characters 0–255, so that text and binary data can be searched byte by byte. */
export function toBinary(bytes: Uint8Array): string {
	// Nearly everything is ASCII, which is decoded twenty times faster.
	const ascii = bytes.length > SLICE ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : "";
	if (ascii.length === bytes.length && bytes.length > 0 && !ascii.includes("\uFFFD")) return ascii;
	let text = "";
	for (let from = 0; from < bytes.length; from += SLICE) {
		text += String.fromCharCode(...bytes.subarray(from, from + SLICE));
	}
	return text;
}

/** Returns the bytes of a string made by `toBinary`. */
export function fromBinary(text: string): Uint8Array<ArrayBuffer> {
	const utf8 = encodeText(text);
	// Only ASCII has as many bytes as characters.
	if (utf8.length === text.length) return utf8;
	const bytes = new Uint8Array(text.length);
	for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
	return bytes;
}

// Creating one takes longer than using it for a short text.
const ENCODER = /* @__PURE__ */ new TextEncoder();
const DECODER = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns a text as UTF-8. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
	return ENCODER.encode(text) as Uint8Array<ArrayBuffer>;
}

/** Decodes UTF-8 and keeps a byte order mark; undefined if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
	try {
		return DECODER.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Returns the first 32 hexadecimal digits of the SHA-256 hash. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
	let text = "";
	for (let from = 0; from < bytes.length; from += SLICE) {
		text += String.fromCharCode(...bytes.subarray(from, from + SLICE));
	}
	return text;
}

/** Returns the bytes of a string made by `toBinary`. */
export function fromBinary(text: string): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(text.length);
	for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
	return bytes;
}

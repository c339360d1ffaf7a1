export function encodeText(text: string): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

/** Decodes UTF-8 and keeps a byte order mark; undefined if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Returns the first 32 hexadecimal digits of the SHA-256 hash. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

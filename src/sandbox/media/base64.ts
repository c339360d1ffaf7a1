const CHUNK = 0x8000;

export function toBase64(bytes: Uint8Array): string {
	let text = "";
	for (let start = 0; start < bytes.length; start += CHUNK) {
		text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
	}
	return btoa(text);
}

/** Decodes base64; undefined if the string is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
	try {
		const binary = atob(text.replace(/\s+/g, ""));
		const bytes = new Uint8Array(binary.length);
		for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
		return bytes;
	} catch {
		return undefined;
	}
}

/** Returns the bytes and the type of a data URL; undefined if the string is not a data URL. */
export function readDataUrl(href: string): { bytes: Uint8Array<ArrayBuffer>; type: string } | undefined {
	const [, type = "", encoding, data = ""] = /^data:([^;,]*)((?:;[^;,]*)*),(.*)$/s.exec(href) ?? [];
	if (encoding === undefined) return undefined;
	const bytes = encoding.endsWith(";base64") ? fromBase64(data) : new TextEncoder().encode(decodeURIComponent(data));
	return bytes && { bytes, type };
}

export function toDataUrl(bytes: Uint8Array, type: string): string {
	return `data:${type};base64,${toBase64(bytes)}`;
}

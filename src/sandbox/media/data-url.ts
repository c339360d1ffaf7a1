import { decodeBase64, toBase64 } from "../../base/base64.ts";

/** Returns the bytes and the type of a data URL; undefined if the string is not a data URL. */
export function readDataUrl(href: string): { bytes: Uint8Array<ArrayBuffer>; type: string } | undefined {
	const [, type = "", encoding, data = ""] = /^data:([^;,]*)((?:;[^;,]*)*),(.*)$/s.exec(href) ?? [];
	if (encoding === undefined) return undefined;
	const bytes = encoding.endsWith(";base64") ? decodeBase64(data) : new TextEncoder().encode(decodeURIComponent(data));
	return bytes && { bytes, type };
}

export function toDataUrl(bytes: Uint8Array, type: string): string {
	return `data:${type};base64,${toBase64(bytes)}`;
}

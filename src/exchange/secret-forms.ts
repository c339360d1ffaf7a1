import { encodeText, toBinary } from "../base/bytes.ts";

/** Returns the forms of a secret in JSON, URLs and forms, as strings of bytes. */
export function writtenForms(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	const quoted = JSON.stringify(secret).slice(1, -1);
	const forms = [
		secret,
		quoted,
		quoted.replaceAll("/", "\\/"),
		encoded,
		encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
		encoded.replaceAll("%20", "+"),
		encodeURI(secret),
	];
	return [...new Set(forms)].map((form) => toBinary(encodeText(form)));
}

/** A secret inside base64: the characters it determines, for one of its three possible offsets in a quad. */
export interface Base64Form {
	text: string;
	/** Characters of the first quad before `text`. */
	before: number;
	/** Bytes of the first quad before the secret. */
	offset: number;
	/** Bytes of the secret. */
	size: number;
}

/** Returns the forms of a secret inside base64 of both alphabets. */
export function base64Forms(secret: string): Base64Form[] {
	const binary = toBinary(encodeText(secret));
	const size = binary.length;
	return [0, 1, 2].flatMap((offset) => {
		const quads = btoa("\0".repeat(offset) + binary);
		const before = Math.ceil((offset * 8) / 6);
		const text = quads.slice(before, Math.floor(((offset + size) * 8) / 6));
		const forms = [...new Set([text, text.replaceAll("+", "-").replaceAll("/", "_")])];
		return forms.map((form) => ({ text: form, before, offset, size }));
	});
}

/** Returns the quads around a match with the secret masked, so that the rest can still be decoded. */
export function maskBase64(quads: string, { offset, size }: Base64Form): string {
	const isUrlSafe = /[-_]/.test(quads);
	const standard = quads.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
	const bytes = atob(standard);
	const masked = bytes.slice(0, offset) + "*".repeat(size) + bytes.slice(offset + size);
	const encoded = btoa(masked.slice(0, bytes.length)).slice(0, standard.length);
	const result = isUrlSafe ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
	return result + quads.slice(result.length);
}

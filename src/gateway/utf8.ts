/** Shared, because creating a decoder takes longer than decoding; never left in the middle of a character. */
const whole = new TextDecoder();

/** Decodes UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
	return whole.decode(bytes);
}

/** Decodes UTF-8 in pieces. Most pieces end with a whole ASCII character, and are decoded at once. */
export class Utf8Stream {
	private decoder: TextDecoder | undefined;

	push(bytes: Uint8Array): string {
		const last = bytes[bytes.length - 1] ?? 0;
		if (!this.decoder && last < 0x80) return whole.decode(bytes);
		this.decoder ??= new TextDecoder();
		const text = this.decoder.decode(bytes, { stream: last >= 0x80 });
		if (last < 0x80) this.decoder = undefined;
		return text;
	}

	/** Returns the rest: the replacement character for a cut one. */
	end(): string {
		const text = this.decoder?.decode() ?? "";
		this.decoder = undefined;
		return text;
	}
}

/** Decodes UTF-8 chunk by chunk. A streaming `TextDecoder` is slow in Node, and needed only where a chunk ends within a character. */
export class ChunkDecoder {
	readonly #whole = new TextDecoder("utf-8", { ignoreBOM: true });
	#streaming: TextDecoder | undefined;
	#isFirst = true;

	decode(chunk: Uint8Array): string {
		if (chunk.length === 0) return "";
		const endsInside = (chunk[chunk.length - 1] ?? 0) >= 0x80;
		if (endsInside) this.#streaming ??= new TextDecoder("utf-8", { ignoreBOM: true });
		const text = this.#streaming ? this.#streaming.decode(chunk, { stream: true }) : this.#whole.decode(chunk);
		if (!endsInside) this.#streaming = undefined;
		if (!this.#isFirst || text === "") return text;
		this.#isFirst = false;
		return text.startsWith("\uFEFF") ? text.slice(1) : text;
	}

	end(): string {
		return this.#streaming?.decode() ?? "";
	}
}

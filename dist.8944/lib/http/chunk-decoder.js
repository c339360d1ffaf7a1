class ChunkDecoder {
  whole = new TextDecoder("utf-8", { ignoreBOM: true });
  streaming;
  isFirst = true;
  decode(chunk) {
    if (chunk.length === 0) return "";
    const endsInside = (chunk[chunk.length - 1] ?? 0) >= 128;
    if (endsInside) this.streaming ??= new TextDecoder("utf-8", { ignoreBOM: true });
    const text = this.streaming ? this.streaming.decode(chunk, { stream: true }) : this.whole.decode(chunk);
    if (!endsInside) this.streaming = void 0;
    if (!this.isFirst || text === "") return text;
    this.isFirst = false;
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  }
  end() {
    return this.streaming?.decode() ?? "";
  }
}
export {
  ChunkDecoder
};

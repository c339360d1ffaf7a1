const whole = new TextDecoder();
function decodeUtf8(bytes) {
  return whole.decode(bytes);
}
class Utf8Stream {
  decoder;
  push(bytes) {
    const last = bytes[bytes.length - 1] ?? 0;
    if (!this.decoder && last < 128) return whole.decode(bytes);
    this.decoder ??= new TextDecoder();
    const text = this.decoder.decode(bytes, { stream: last >= 128 });
    if (last < 128) this.decoder = void 0;
    return text;
  }
  /** What is left: the replacement character for one that is cut. */
  end() {
    const text = this.decoder?.decode() ?? "";
    this.decoder = void 0;
    return text;
  }
}
export {
  Utf8Stream,
  decodeUtf8
};

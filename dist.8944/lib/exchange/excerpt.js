const HEAD = 4 * 1024;
const NOTHING = { head: "", tail: "", isWhole: true };
class Excerpt {
  capacity;
  head = [];
  headSize = 0;
  /** A ring: the oldest chunk stands at `oldest`. */
  tail = [];
  oldest = 0;
  tailSize = 0;
  isCut = false;
  /** @param capacity how much of the end is kept, in bytes (for text: characters) */
  constructor(capacity) {
    this.capacity = capacity;
  }
  /** Adds a chunk, or the whole body as text. */
  add(piece) {
    if (this.headSize < HEAD) {
      this.head.push(piece);
      this.headSize += piece.length;
      return;
    }
    this.tail.push(piece);
    this.tailSize += piece.length;
    let last = this.tail[this.oldest]?.length ?? 0;
    while (this.tailSize - last >= this.capacity) {
      this.tailSize -= last;
      this.tail[this.oldest++] = "";
      this.isCut = true;
      last = this.tail[this.oldest]?.length ?? 0;
    }
    if (this.oldest > 64) {
      this.tail = this.tail.slice(this.oldest);
      this.oldest = 0;
    }
  }
  read() {
    if (!this.isCut && this.headSize + this.tailSize <= this.capacity) {
      return { head: "", tail: decode([...this.head, ...this.tail]), isWhole: true };
    }
    return {
      head: decode(this.head).slice(0, HEAD),
      tail: decode(this.tail.length > 0 ? this.tail : this.head).slice(-this.capacity),
      isWhole: false
    };
  }
}
const decoder = new TextDecoder();
function decode(pieces) {
  let text = "";
  for (const piece of pieces) text += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}
export {
  Excerpt,
  NOTHING
};

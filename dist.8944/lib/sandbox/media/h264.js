const BLOCK = 16;
function toFrame({ width, height, data }) {
  const columns = Math.ceil(width / BLOCK);
  const rows = Math.ceil(height / BLOCK);
  const stride = columns * BLOCK;
  const luma = new Uint8Array(stride * rows * BLOCK);
  const blue = new Uint8Array(luma.length / 4);
  const red = new Uint8Array(luma.length / 4);
  for (let y = 0; y < rows * BLOCK; y++) {
    for (let x = 0; x < stride; x++) {
      const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4;
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      luma[y * stride + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (x % 2 === 0 && y % 2 === 0) {
        const half = y / 2 * (stride / 2) + x / 2;
        blue[half] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
        red[half] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
      }
    }
  }
  return { columns, rows, luma, blue, red };
}
class BitWriter {
  bytes = [];
  #current = 0;
  #filled = 0;
  bits(value, count) {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#current = this.#current << 1 | value >>> bit & 1;
      if (++this.#filled === 8) {
        this.bytes.push(this.#current);
        this.#current = 0;
        this.#filled = 0;
      }
    }
    return this;
  }
  number(value) {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }
  align(bit = 0) {
    while (this.#filled !== 0) this.bits(bit, 1);
    return this;
  }
  /** The mark at the end of every unit. */
  end() {
    this.bits(1, 1).align();
    return this.bytes;
  }
}
function describeStream({ columns, rows }, width, height) {
  const right = columns * BLOCK - width >> 1;
  const bottom = rows * BLOCK - height >> 1;
  const level = columns * rows > 1620 ? 40 : 30;
  const sequence = new BitWriter().bits(66, 8).bits(192, 8).bits(level, 8).number(0);
  sequence.number(0).number(2).number(1).bits(0, 1).number(columns - 1).number(rows - 1).bits(1, 1).bits(1, 1);
  if (right > 0 || bottom > 0) sequence.bits(1, 1).number(0).number(right).number(0).number(bottom);
  else sequence.bits(0, 1);
  sequence.bits(0, 1);
  const picture = new BitWriter().number(0).number(0).bits(0, 1).bits(0, 1).number(0).number(0).number(0).bits(0, 1).bits(0, 2);
  picture.number(0).number(0).number(0).bits(1, 1).bits(0, 1).bits(0, 1);
  return { sequence: wrap(103, sequence.end()), picture: wrap(104, picture.end()) };
}
function encodeFrame(frame, before, index) {
  const writer = new BitWriter().number(0).number(before ? 5 : 7).number(0).bits(index % 16, 4);
  if (before) writer.bits(0, 1).bits(0, 1).bits(0, 1);
  else writer.number(0).bits(0, 2);
  writer.number(0).number(1);
  let skipped = 0;
  for (let row = 0; row < frame.rows; row++) {
    for (let column = 0; column < frame.columns; column++) {
      if (before && isSame(frame, before, column, row)) {
        skipped++;
        continue;
      }
      if (before) writer.number(skipped).number(30);
      else writer.number(25);
      skipped = 0;
      writer.align();
      writeBlock(writer.bytes, frame, column, row);
    }
  }
  if (before && skipped > 0) writer.number(skipped);
  return wrap(before ? 65 : 101, writer.end());
}
function writeBlock(bytes, frame, column, row) {
  eachPlane(frame, column, row, (plane, start, length) => {
    for (let at = start; at < start + length; at++) bytes.push(plane[at] ?? 0);
  });
}
function isSame(frame, before, column, row) {
  const planes = [before.luma, before.blue, before.red];
  let same = true;
  let plane = -1;
  let last;
  eachPlane(frame, column, row, (values, start, length) => {
    if (values !== last) plane++;
    last = values;
    for (let at = start; same && at < start + length; at++) same = values[at] === planes[plane]?.[at];
  });
  return same;
}
function eachPlane({ columns, luma, blue, red }, column, row, visit) {
  for (const [plane, size] of [
    [luma, BLOCK],
    [blue, BLOCK / 2],
    [red, BLOCK / 2]
  ]) {
    const stride = columns * size;
    for (let line = 0; line < size; line++) visit(plane, (row * size + line) * stride + column * size, size);
  }
}
function wrap(kind, bytes) {
  const result = [kind];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      result.push(3);
      zeros = 0;
    }
    result.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(result);
}
export {
  describeStream,
  encodeFrame,
  toFrame
};

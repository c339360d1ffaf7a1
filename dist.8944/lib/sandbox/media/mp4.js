import { describeStream, encodeFrame, toFrame } from "./h264.js";
import { concat } from "./pixels.js";
function encodeMp4(pictures, framesPerSecond) {
  let first;
  let before;
  const samples = [];
  for (const picture2 of pictures) {
    const frame = toFrame(picture2);
    first ??= { frame, width: picture2.width, height: picture2.height };
    const unit = encodeFrame(frame, before, samples.length);
    samples.push(concat([number32(unit.length), unit]));
    before = frame;
  }
  if (!first) throw new RangeError("A film needs at least one picture");
  const { width, height } = first;
  const { sequence, picture } = describeStream(first.frame, width, height);
  const type = box("ftyp", text("isom"), number32(512), text("isomiso2avc1mp41"));
  const movie = (offset2) => createMovie({
    width,
    height,
    framesPerSecond,
    sizes: samples.map(({ length }) => length),
    offset: offset2,
    sequence,
    picture
  });
  const offset = type.length + movie(0).length + 8;
  return concat([type, movie(offset), box("mdat", ...samples)]);
}
const MATRIX = [65536, 0, 0, 0, 65536, 0, 0, 0, 1073741824];
function createMovie({
  width,
  height,
  framesPerSecond,
  sizes,
  offset,
  sequence,
  picture
}) {
  const scale = framesPerSecond * 1e3;
  const step = 1e3;
  const duration = step * sizes.length;
  const configuration = concat([
    Uint8Array.of(1, sequence[1] ?? 66, sequence[2] ?? 0, sequence[3] ?? 30, 255, 225),
    number16(sequence.length),
    sequence,
    Uint8Array.of(1),
    number16(picture.length),
    picture
  ]);
  const entry = box(
    "avc1",
    new Uint8Array(6),
    number16(1),
    new Uint8Array(16),
    number16(width, height),
    number32(4718592, 4718592, 0),
    number16(1),
    new Uint8Array(32),
    number16(24, 65535),
    box("avcC", configuration)
  );
  const table = box(
    "stbl",
    box("stsd", number32(0, 1), entry),
    box("stts", number32(0, 1, sizes.length, step)),
    box("stss", number32(0, 1, 1)),
    box("stsc", number32(0, 1, 1, sizes.length, 1)),
    box("stsz", number32(0, 0, sizes.length, ...sizes)),
    box("stco", number32(0, 1, offset))
  );
  const media = box(
    "mdia",
    box("mdhd", number32(0, 0, 0, scale, duration), number16(21956, 0)),
    box("hdlr", number32(0, 0), text("vide"), number32(0, 0, 0), text("sandbox\0")),
    box(
      "minf",
      box("vmhd", number32(1, 0, 0)),
      box("dinf", box("dref", number32(0, 1), box("url ", number32(1)))),
      table
    )
  );
  const track = box(
    "trak",
    box(
      "tkhd",
      number32(7, 0, 0, 1, 0, duration, 0, 0),
      number16(0, 0, 0, 0),
      number32(...MATRIX, width * 65536, height * 65536)
    ),
    media
  );
  const header = box(
    "mvhd",
    number32(0, 0, 0, scale, duration, 65536),
    number16(256, 0),
    number32(0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2)
  );
  return box("moov", header, track);
}
function box(type, ...parts) {
  const content = concat(parts);
  return concat([number32(content.length + 8), text(type), content]);
}
function text(value) {
  return new TextEncoder().encode(value);
}
function number32(...values) {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return bytes;
}
function number16(...values) {
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint16(index * 2, value);
  return bytes;
}
export {
  encodeMp4
};

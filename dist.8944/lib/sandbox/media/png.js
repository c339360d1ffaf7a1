import { LIMITS } from "../limits.js";
import { deflate, inflate } from "./compression.js";
import { concat, createPixels } from "./pixels.js";
import { copyBytes, unfilter } from "./png-rows.js";
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const TEXT_HEAD = "Description\0\0\0\0\0";
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const LONGEST_DESCRIPTION = 4e3;
async function encodePng({ width, height, data }, description) {
  const stride = width * 3 + 1;
  const raw = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    raw[row] = 1;
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = data[(y * width + x) * 4 + channel] ?? 0;
        const left = x > 0 ? data[(y * width + x - 1) * 4 + channel] ?? 0 : 0;
        raw[row + 1 + x * 3 + channel] = value - left;
      }
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  return concat([
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    ...description ? [chunk("iTXt", new TextEncoder().encode(`${TEXT_HEAD}${description}`))] : [],
    chunk("IDAT", await deflate(raw)),
    chunk("IEND", new Uint8Array(0))
  ]);
}
function readDescription(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return void 0;
  for (let at = 8; at + 8 <= bytes.length; at += view.getUint32(at) + 12) {
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) !== "iTXt") continue;
    const length = Math.min(view.getUint32(at), LONGEST_DESCRIPTION);
    const text = new TextDecoder().decode(bytes.subarray(at + 8, at + 8 + length));
    if (text.startsWith(TEXT_HEAD)) return text.slice(TEXT_HEAD.length);
  }
  return void 0;
}
async function decodePng(bytes) {
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return void 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [];
  let palette = new Uint8Array(0);
  let opacities = new Uint8Array(0);
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === "IDAT") parts.push(content);
    else if (type === "PLTE") palette = content;
    else if (type === "tRNS") opacities = content;
    at += length + 12;
  }
  if (bytes.length < 33) return void 0;
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const [depth = 0, kind = 0, , , interlaced = 0] = bytes.subarray(24, 29);
  const channels = CHANNELS[kind];
  if (!channels || ![1, 2, 4, 8].includes(depth) || interlaced !== 0 || width * height > LIMITS.openedPixels)
    return void 0;
  const stride = Math.ceil(width * channels * depth / 8);
  const raw = await inflate(concat(parts), (stride + 1) * height);
  if (!raw) return void 0;
  unfilter(raw, stride, height, Math.max(1, channels * depth >> 3));
  const pixels = createPixels(width, height);
  const read = (x, y, channel) => {
    const bit = (x * channels + channel) * depth;
    const byte = raw[y * (stride + 1) + 1 + (bit >> 3)] ?? 0;
    return byte >> 8 - depth - (bit & 7) & (1 << depth) - 1;
  };
  if (depth === 8 && kind !== 3) {
    copyBytes(raw, pixels, channels);
    return pixels;
  }
  const scale = kind === 3 ? 1 : 255 / ((1 << depth) - 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const first = read(x, y, 0);
      const at = (y * width + x) * 4;
      if (kind === 3) {
        pixels.data.set(palette.subarray(first * 3, first * 3 + 3), at);
        pixels.data[at + 3] = opacities[first] ?? 255;
      } else if (channels < 3) {
        pixels.data.fill(first * scale, at, at + 3);
        pixels.data[at + 3] = channels === 2 ? read(x, y, 1) * scale : 255;
      } else {
        pixels.data.set([first * scale, read(x, y, 1) * scale, read(x, y, 2) * scale], at);
        pixels.data[at + 3] = channels === 4 ? read(x, y, 3) * scale : 255;
      }
    }
  }
  return pixels;
}
function chunk(type, content) {
  const result = new Uint8Array(content.length + 12);
  const view = new DataView(result.buffer);
  view.setUint32(0, content.length);
  for (let index = 0; index < 4; index++) result[4 + index] = type.charCodeAt(index);
  result.set(content, 8);
  view.setUint32(content.length + 8, checksum(result.subarray(4, content.length + 8)));
  return result;
}
function checksum(bytes) {
  let value = 4294967295;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 3988292384 : value >>> 1;
  }
  return (value ^ 4294967295) >>> 0;
}
export {
  decodePng,
  encodePng,
  readDescription
};

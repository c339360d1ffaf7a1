import { hash } from "../random.js";
import { readImageInfo } from "./image-info.js";
import { createPixels } from "./pixels.js";
import { decodePng, readDescription } from "./png.js";
const CELLS = 32;
async function readImage(bytes) {
  const info = readImageInfo(bytes);
  if (!info) return void 0;
  const pixels = info.format === "jpeg" ? await openJpeg(bytes) : await decodePng(bytes);
  return {
    info,
    pixels: pixels ?? sketch(bytes, info),
    opened: pixels !== void 0,
    size: bytes.length,
    description: info.format === "jpeg" ? await describeJpeg(bytes) : readDescription(bytes)
  };
}
async function openJpeg(bytes) {
  return (await import("./jpeg.js")).decodeJpeg(bytes);
}
async function describeJpeg(bytes) {
  return (await import("./jpeg.js")).readJpegComment(bytes);
}
function sketch(bytes, { width, height }) {
  const pixels = createPixels(CELLS, Math.max(1, Math.round(CELLS * (height || 1) / (width || 1))));
  const code = hash("sketch", bytes.length, ...bytes.subarray(-64));
  const base = [code & 255, code >>> 8 & 255, code >>> 16 & 255];
  const step = Math.max(1, Math.floor(bytes.length / (pixels.data.length / 4)));
  for (let at = 0; at < pixels.data.length; at += 4) {
    const light = ((bytes[at / 4 * step] ?? 128) - 128) / 6;
    pixels.data.set([base[0] + light, base[1] + light, base[2] + light, 255], at);
  }
  return pixels;
}
export {
  readImage
};

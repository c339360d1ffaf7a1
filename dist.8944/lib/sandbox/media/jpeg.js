import { decode, encode } from "jpeg-js";
import { LIMITS } from "../limits.js";
import { concat } from "./pixels.js";
const QUALITY = 80;
const MEGA = 1e6;
const MOST_MEMORY = 256;
function encodeJpeg(pixels, description) {
  const bytes = new Uint8Array(encode(pixels, QUALITY).data);
  const text = new TextEncoder().encode(description);
  const length = text.length + 2;
  return concat([bytes.subarray(0, 2), Uint8Array.of(255, 254, length >> 8, length & 255), text, bytes.subarray(2)]);
}
function decodeJpeg(bytes) {
  try {
    const { width, height, data } = decode(bytes, {
      useTArray: true,
      maxResolutionInMP: LIMITS.openedPixels / MEGA,
      maxMemoryUsageInMB: MOST_MEMORY
    });
    return { width, height, data: new Uint8ClampedArray(data) };
  } catch {
    return void 0;
  }
}
function readJpegComment(bytes) {
  if (bytes[0] !== 255 || bytes[1] !== 216 || bytes[2] !== 255 || bytes[3] !== 254) return void 0;
  const length = ((bytes[4] ?? 0) << 8) + (bytes[5] ?? 0);
  return new TextDecoder().decode(bytes.subarray(6, 4 + length));
}
export {
  decodeJpeg,
  encodeJpeg,
  readJpegComment
};

function readImageInfo(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (start, length) => String.fromCharCode(...bytes.subarray(start, start + length));
  if (bytes.length >= 24 && text(1, 3) === "PNG") {
    return { format: "png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length >= 10 && text(0, 3) === "GIF") {
    return { format: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (bytes.length >= 26 && text(0, 2) === "BM") {
    return { format: "bmp", width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  }
  if (bytes.length >= 30 && text(0, 4) === "RIFF" && text(8, 4) === "WEBP") return readWebp(view, text(12, 4));
  return bytes[0] === 255 && bytes[1] === 216 ? readJpeg(view) : void 0;
}
function readWebp(view, kind) {
  if (kind === "VP8X") {
    const read24 = (at) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { format: "webp", width: read24(24) + 1, height: read24(27) + 1 };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { format: "webp", width: (bits & 16383) + 1, height: (bits >>> 14 & 16383) + 1 };
  }
  return { format: "webp", width: view.getUint16(26, true) & 16383, height: view.getUint16(28, true) & 16383 };
}
function readJpeg(view) {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 255) {
      at++;
      continue;
    }
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 192 && marker <= 207 && ![196, 200, 204].includes(marker);
    if (isFrame) return { format: "jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 255 || marker >= 208 && marker <= 216 ? 1 : 2 + view.getUint16(at + 2);
  }
  return { format: "jpeg", width: 0, height: 0 };
}
export {
  readImageInfo
};

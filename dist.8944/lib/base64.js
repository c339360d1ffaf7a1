const CHUNK = 32768;
function isBytes(value) {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
async function encodeBase64(data) {
  const bytes = await readBytes(data);
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
async function readBytes(data) {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
}
function decodeBase64(text) {
  let binary;
  try {
    binary = atob(text);
  } catch {
    return void 0;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
function decodeDataUrl(url) {
  const parts = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(url);
  if (!parts) return void 0;
  const [, type = "", isBase64, content = ""] = parts;
  const bytes = isBase64 ? decodeBase64(content) : decodePercent(content);
  return bytes === void 0 ? void 0 : new Blob([bytes], { type });
}
function decodePercent(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return void 0;
  }
}
const IMAGE_STARTS = { iVBORw0KGgo: "image/png", "/9j/": "image/jpeg", R0lGOD: "image/gif", UklGR: "image/webp" };
function sniffImage(base64) {
  return Object.entries(IMAGE_STARTS).find(([start]) => base64.startsWith(start))?.[1];
}
export {
  decodeBase64,
  decodeDataUrl,
  encodeBase64,
  isBytes,
  sniffImage
};

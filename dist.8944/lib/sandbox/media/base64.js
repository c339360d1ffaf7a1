const CHUNK = 32768;
function toBase64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
function fromBase64(text) {
  try {
    const binary = atob(text.replace(/\s+/g, ""));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return void 0;
  }
}
function readDataUrl(href) {
  const [, type = "", encoding, data = ""] = /^data:([^;,]*)((?:;[^;,]*)*),(.*)$/s.exec(href) ?? [];
  if (encoding === void 0) return void 0;
  const bytes = encoding.endsWith(";base64") ? fromBase64(data) : new TextEncoder().encode(decodeURIComponent(data));
  return bytes && { bytes, type };
}
function toDataUrl(bytes, type) {
  return `data:${type};base64,${toBase64(bytes)}`;
}
export {
  fromBase64,
  readDataUrl,
  toBase64,
  toDataUrl
};

const SLICE = 8192;
function toBinary(bytes) {
  let text = "";
  for (let from = 0; from < bytes.length; from += SLICE) {
    text += String.fromCharCode(...bytes.subarray(from, from + SLICE));
  }
  return text;
}
function fromBinary(text) {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}
function encodeText(text) {
  return new TextEncoder().encode(text);
}
function decodeText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return void 0;
  }
}
function toBase64(bytes) {
  return btoa(toBinary(bytes));
}
function fromBase64(text) {
  return fromBinary(atob(text));
}
function joinBytes(parts) {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
async function hashBytes(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
export {
  decodeText,
  encodeText,
  fromBase64,
  fromBinary,
  hashBytes,
  joinBytes,
  toBase64,
  toBinary
};

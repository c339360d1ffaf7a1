import { encodeText, toBinary } from "./bytes.js";
function writtenForms(secret) {
  const encoded = encodeURIComponent(secret);
  const quoted = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    quoted,
    quoted.replaceAll("/", "\\/"),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    encodeURI(secret)
  ];
  return [...new Set(forms)].map((form) => toBinary(encodeText(form)));
}
function base64Forms(secret) {
  const binary = toBinary(encodeText(secret));
  const size = binary.length;
  return [0, 1, 2].flatMap((offset) => {
    const quads = btoa("\0".repeat(offset) + binary);
    const before = Math.ceil(offset * 8 / 6);
    const text = quads.slice(before, Math.floor((offset + size) * 8 / 6));
    const forms = [.../* @__PURE__ */ new Set([text, text.replaceAll("+", "-").replaceAll("/", "_")])];
    return forms.map((form) => ({ text: form, before, offset, size }));
  });
}
function maskBase64(quads, { offset, size }) {
  const isUrlSafe = /[-_]/.test(quads);
  const standard = quads.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  const bytes = atob(standard);
  const masked = bytes.slice(0, offset) + "*".repeat(size) + bytes.slice(offset + size);
  const encoded = btoa(masked.slice(0, bytes.length)).slice(0, standard.length);
  const result = isUrlSafe ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
  return result + quads.slice(result.length);
}
export {
  base64Forms,
  maskBase64,
  writtenForms
};

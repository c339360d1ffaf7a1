import { encodeText, fromBinary, toBinary } from "./bytes.js";
import { applyEdits } from "./edits.js";
import { base64Forms, maskBase64, writtenForms } from "./secret-forms.js";
const HIDDEN = "[redacted]";
const SHORTEST = 8;
const PATTERNS = [
  /\bhf_(?:(?=[A-Za-z]*\d)[A-Za-z0-9]{8,}|[A-Za-z0-9]{20,})/g,
  /\bsk-(?:(?=[\w-]*\d)[\w-]{8,}|[\w-]{24,})/g,
  /\bkey-(?:(?=[\w-]*\d)[\w-]{8,}|\w{24,})/g,
  /\b(?<=bearer(?:\s|%20|\+)+)(?:(?=[\w.~+/-]*\d)[\w.~+/-]{8,}|[\w.~+/-]{24,})=*/gi,
  // Passwords in URLs, and what signs a URL.
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'\\]+(?=@)/gi,
  /(?<=[?&](?:x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|sig|signature|access_token|api[-_]?key|token)=)[^&#\s"'\\]+/gi
];
class Secrets {
  known = /* @__PURE__ */ new Map();
  constructor(values = []) {
    for (const value of values) this.add(value);
  }
  /** Values of less than eight characters are ignored. */
  add(value) {
    if (value.length < SHORTEST || this.known.has(value) || value === HIDDEN) return;
    this.known.set(value, { written: writtenForms(value), base64: base64Forms(value) });
  }
  /** The values, to be shared with something else that writes. */
  values() {
    return this.known.keys();
  }
  /**
   * Removes secrets from bytes, given as a string of `toBinary`: known ones by value, wherever they stand, in the
   * forms of URLs and JSON, and in base64; in text then whatever looks like a key.
   * @param isText where false, secrets are masked without changing the length, and patterns are left alone
   */
  clean(content, isText) {
    let cleaned = content;
    for (const { written, base64 } of this.known.values()) {
      for (const form of written) {
        const by = isText ? HIDDEN : "*".repeat(form.length);
        cleaned = applyEdits(cleaned, findAll(cleaned.text, form, by));
      }
      for (const form of base64) cleaned = maskAll(cleaned, form);
    }
    if (!isText) return cleaned;
    for (const pattern of PATTERNS) {
      const edits = [...cleaned.text.matchAll(pattern)].filter(([match]) => !match.startsWith(HIDDEN) && match !== encodeURIComponent(HIDDEN)).map(({ index, 0: match }) => ({ from: index, to: index + match.length, by: HIDDEN }));
      cleaned = applyEdits(cleaned, edits);
    }
    return cleaned;
  }
  /** A text without secrets. */
  cleanText(text) {
    const binary = encode(text);
    const cleaned = this.clean({ text: binary, borders: [] }, true).text;
    return cleaned === binary ? text : decode(cleaned);
  }
  /** A JSON value without secrets, in its keys too. */
  cleanValue(value) {
    return mapStrings(value, (text) => this.cleanText(text));
  }
  /** Whether a text holds a secret, known or by its looks. */
  isIn(text) {
    return this.cleanText(text) !== text;
  }
  /** Whether a text holds a known secret in any form. */
  isKnownIn(text) {
    const binary = encode(text);
    return [...this.known.values()].some(
      ({ written, base64 }) => written.some((form) => binary.includes(form)) || base64.some((form) => binary.includes(form.text))
    );
  }
}
function findAll(text, form, by) {
  const edits = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    edits.push({ from: at, to: at + form.length, by });
  }
  return edits;
}
function maskAll(content, form) {
  const { text } = content;
  const edits = findAll(text, form.text, "").flatMap(({ from: at }) => {
    const from = at - form.before;
    const length = Math.ceil((form.offset + form.size) / 3) * 4;
    const quads = /^[A-Za-z0-9+/_-]*=*/.exec(text.slice(Math.max(0, from), from + length))?.[0] ?? "";
    const isWhole = from >= 0 && quads.length >= form.before + form.text.length && quads.length % 4 !== 1;
    const end = at + form.text.length;
    if (!isWhole) return [{ from: at, to: end, by: "A".repeat(end - at) }];
    return [{ from, to: from + quads.length, by: maskBase64(quads, form) }];
  });
  return applyEdits(content, edits);
}
function encode(text) {
  const bytes = encodeText(text);
  return bytes.length === text.length ? text : toBinary(bytes);
}
function decode(binary) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(fromBinary(binary));
}
function mapStrings(value, change) {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]));
}
export {
  Secrets
};

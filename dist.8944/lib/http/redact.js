import { parseJson } from "../json.js";
const HIDDEN = "[redacted]";
const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|x-key|.*(api-?key|token|secret|password).*)$/i;
function redactHeaders(headers) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!SECRET_HEADERS.test(name)) return [name, value];
      return [name, name.toLowerCase() === "authorization" ? "Bearer ".concat(HIDDEN) : HIDDEN];
    })
  );
}
function redactUrl(url) {
  return url.replace(/^([a-z][\w+.-]*:\/\/)[^/?#]*@/i, "$1".concat(HIDDEN, "@"));
}
function findSecrets(url, headers = {}) {
  const keys = Object.entries(headers).filter(([name]) => SECRET_HEADERS.test(name)).map(([, value]) => value.replace(/^\S+ /, "").trim());
  const password = /^[a-z][\w+.-]*:\/\/(?:[^/?#:@]*:)?([^/?#]*)@/i.exec(url)?.[1];
  return password === void 0 ? keys : [...keys, password];
}
function redactBody(body) {
  if (body === void 0 || body === null) return null;
  if (body instanceof FormData) return "[FormData]";
  if (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return "[Blob or ArrayBuffer]";
  const value = typeof body === "string" ? parseJson(body) ?? body : body;
  const hasToken = value !== null && typeof value === "object" && "accessToken" in value;
  return hasToken ? { ...value, accessToken: "[REDACTED]" } : value;
}
function removeSecret(value, secret) {
  const secrets = [secret ?? []].flat().filter((text) => text.length >= 6);
  const hide = (text) => secrets.reduce((rest, found) => rest.replaceAll(found, HIDDEN), text);
  return replaceStrings(value, hide, 0);
}
const MAX_DEPTH = 100;
function replaceStrings(value, replace, depth) {
  if (typeof value === "string") return replace(value);
  if (value === null || typeof value !== "object") return value;
  if (depth > MAX_DEPTH) return "\u2026";
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace, depth + 1));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [replace(key), replaceStrings(item, replace, depth + 1)]);
  return Object.fromEntries(members);
}
function isPlainObject(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
export {
  findSecrets,
  redactBody,
  redactHeaders,
  redactUrl,
  removeSecret
};

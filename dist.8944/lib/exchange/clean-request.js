import { parseJson } from "../json.js";
import { decodeText, fromBase64, fromBinary, toBase64, toBinary } from "./bytes.js";
import { keepRequestHeaders } from "./headers.js";
const LARGE = 64 * 1024;
const WRAPPERS = ["form", "base64", "file", "json"];
function cleanRequest(request, secrets) {
  const headers = keepRequestHeaders(request.headers);
  return {
    method: request.method,
    url: cleanUrl(request.url, secrets),
    headers: secrets.cleanValue(headers),
    body: cleanBody(request.body, headers["content-type"] ?? "", secrets)
  };
}
function cleanUrl(href, secrets) {
  const url = new URL(href);
  url.username = "";
  url.password = "";
  url.hash = "";
  return secrets.cleanText(url.href);
}
function cleanBody(body, type, secrets) {
  if (body === void 0) return { kind: "none" };
  if (Array.isArray(body)) return { kind: "form", parts: body.map((part) => cleanPart(part, secrets)) };
  const text = isBinaryType(type) ? void 0 : decodeText(body);
  if (text === void 0) return { kind: "bytes", bytes: cleanBytes(body, secrets) };
  const value = /^\s*[[{]/.test(text) || /\bjson\b/i.test(type) ? parseJson(text) : void 0;
  if (value !== void 0) return { kind: "json", value: secrets.cleanValue(value) };
  return { kind: "text", text: secrets.cleanText(text) };
}
function cleanPart({ name, content, filename, type }, secrets) {
  return {
    name: secrets.cleanText(name),
    content: typeof content === "string" ? secrets.cleanText(content) : cleanBytes(content, secrets),
    ...filename === void 0 ? {} : { filename: secrets.cleanText(filename) },
    ...type === void 0 ? {} : { type }
  };
}
function cleanBytes(bytes, secrets) {
  return fromBinary(secrets.clean({ text: toBinary(bytes), borders: [] }, false).text);
}
function isBinaryType(type) {
  return /^(image|audio|video)\/|^application\/(octet-stream|zip|gzip|pdf)\b/i.test(type);
}
function storeRequest({ body, ...request }, files) {
  return { ...request, body: storeBody(body, request.headers["content-type"], files) };
}
function storeBody(body, type, files) {
  switch (body.kind) {
    case "none":
      return null;
    case "json":
      return isWrapper(body.value) ? { json: body.value } : body.value;
    case "text":
      return body.text;
    case "form":
      return { form: body.parts.map((part) => storePart(part, files)) };
    case "bytes":
      return storeBytes(body.bytes, type, files);
  }
}
function storePart({ name, content, filename, type }, files) {
  if (typeof content === "string") return { name, value: content };
  return {
    name,
    ...filename === void 0 ? {} : { filename },
    ...type === void 0 ? {} : { type },
    ...storeBytes(content, type, files)
  };
}
function storeBytes(bytes, type, files) {
  return bytes.length > LARGE ? files.put(bytes, type) : { base64: toBase64(bytes) };
}
async function loadRequest({ body, ...request }, readFile) {
  return { ...request, body: await loadBody(body, request.headers["content-type"] ?? "", readFile) };
}
async function loadBody(body, type, readFile) {
  if (body === null && !/\bjson\b/i.test(type)) return { kind: "none" };
  if (!isWrapper(body)) {
    const isText = typeof body === "string" && !/\bjson\b/i.test(type);
    return isText ? { kind: "text", text: body } : { kind: "json", value: body };
  }
  const stored = body;
  if ("json" in stored) return { kind: "json", value: stored.json };
  if (!("form" in stored)) return { kind: "bytes", bytes: await loadBytes(stored, readFile) };
  const parts = [];
  for (const part of stored.form) {
    if ("value" in part) parts.push({ name: part.name, content: part.value });
    else {
      const { name, filename, type: type2 } = part;
      const content = await loadBytes(part, readFile);
      parts.push({
        name,
        content,
        ...filename === void 0 ? {} : { filename },
        ...type2 === void 0 ? {} : { type: type2 }
      });
    }
  }
  return { kind: "form", parts };
}
async function loadBytes(bytes, readFile) {
  if ("base64" in bytes) return fromBase64(bytes.base64);
  const whole = await readFile(bytes.file);
  return bytes.range ? whole.slice(...bytes.range) : whole;
}
function isWrapper(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const [first, ...rest] = Object.keys(value);
  return rest.length === 0 && first !== void 0 && WRAPPERS.includes(first);
}
export {
  cleanRequest,
  loadBytes,
  loadRequest,
  storeBytes,
  storeRequest
};

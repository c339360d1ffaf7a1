import { invalid, missing, ServiceFailure } from "./failure.js";
import { isRecord } from "./is-record.js";
import { checkStructure } from "./json-structure.js";
import { LIMITS } from "./limits.js";
class Fields {
  all;
  constructor(all) {
    this.all = all;
  }
  get(name) {
    return this.all[name] ?? void 0;
  }
  /** @throws ServiceFailure when it is there and no text */
  text(name) {
    return this.#read(name, "a string", (value) => typeof value === "string");
  }
  /** @throws ServiceFailure when it is missing, empty or no text */
  requireText(name) {
    const value = this.text(name);
    if (value === void 0 || value === "") throw missing(name);
    return value;
  }
  /** @throws ServiceFailure when it is there and no number, or out of range */
  number(name, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) {
    const value = this.#read(name, "a number", (item) => typeof item === "number");
    if (value !== void 0 && (value < least || value > most)) {
      throw invalid(name, `Invalid value for '${name}': expected ${describeRange(least, most)}, got ${value}.`);
    }
    return value;
  }
  /** @throws ServiceFailure when it is there and no whole number, or out of range */
  integer(name, least, most) {
    const value = this.number(name, least, most);
    if (value !== void 0 && !Number.isInteger(value)) {
      throw invalid(name, `Invalid type for '${name}': expected an integer, got ${value}.`);
    }
    return value;
  }
  /** @throws ServiceFailure when it is there and neither true nor false */
  flag(name) {
    return this.#read(name, "a boolean", (value) => typeof value === "boolean") === true;
  }
  /** @throws ServiceFailure when it is there and no object */
  object(name) {
    return this.#read(name, "an object", isRecord);
  }
  #read(name, kind, fits) {
    const value = this.get(name);
    if (value === void 0 || fits(value)) return value;
    throw invalid(name, `Invalid type for '${name}': expected ${kind}, got ${describeType(value)} instead.`);
  }
}
async function readFields(request) {
  const type = request.headers.get("content-type") ?? "";
  if (!type.includes("json")) {
    throw new ServiceFailure(415, `Unsupported content type '${type}'. Send JSON as application/json.`);
  }
  return new Fields(parseObject(new TextDecoder().decode(await readBytes(request))));
}
async function readForm(request) {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    throw new ServiceFailure(415, `Unsupported content type '${type}'. Send multipart/form-data.`);
  }
  const bytes = await readBytes(request);
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new ServiceFailure("invalid", "Could not parse the form.");
  }
}
async function readBytes(request) {
  if (Number(request.headers.get("content-length")) > LIMITS.bodyBytes) throw tooLarge();
  const parts = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > LIMITS.bodyBytes) {
      void reader?.cancel().catch(() => void 0);
      throw tooLarge();
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
function tooLarge() {
  return new ServiceFailure(413, `The request body is larger than ${LIMITS.bodyBytes / 1024 / 1024} MB.`, {
    code: "request_too_large"
  });
}
function parseObject(text) {
  checkStructure(text);
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ServiceFailure("invalid", "We could not parse the JSON body of your request.", { code: "invalid_json" });
  }
  if (!isRecord(body)) throw new ServiceFailure("invalid", "The body of the request must be a JSON object.");
  return body;
}
function checkLength(field, texts, limit) {
  const length = texts.reduce((total, text) => total + text.length, 0);
  if (length <= limit) return;
  throw new ServiceFailure("invalid", `'${field}' has ${length} characters; the sandbox takes at most ${limit}.`, {
    code: "context_length_exceeded",
    field: field.split(".")
  });
}
function describeType(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
function describeRange(least, most) {
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}`;
  return `a number from ${least} to ${most}`;
}
export {
  Fields,
  checkLength,
  parseObject,
  readBytes,
  readFields,
  readForm
};

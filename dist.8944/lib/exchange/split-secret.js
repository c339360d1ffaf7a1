import { readEvents } from "../http/index.js";
import { parseJson } from "../json.js";
import { encodeText } from "./bytes.js";
class SecretFoundError extends Error {
  constructor() {
    super("Not recorded: the response repeats a secret in a form that cannot be removed.");
    this.name = "SecretFoundError";
  }
}
async function saysSecret(text, secrets) {
  const whole = parseJson(text);
  const values = whole === void 0 ? await readValues(text) : [whole];
  const joined = /* @__PURE__ */ new Map();
  for (const value of values) collectStrings(value, "", joined);
  for (const pieces of joined.values()) {
    if (secrets.isIn(pieces.join(""))) return true;
  }
  return false;
}
async function readValues(text) {
  const values = [];
  if (/^(data|event|id|retry)?:/m.test(text)) {
    const body = new Response(encodeText(text)).body;
    if (body) for await (const { data } of readEvents(body)) values.push(parseJson(data) ?? data);
    return values;
  }
  return text.split("\n").map((line) => parseJson(line));
}
function collectStrings(value, path, joined) {
  if (typeof value === "string") {
    const pieces = joined.get(path);
    if (pieces) pieces.push(value);
    else joined.set(path, [value]);
  } else if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) collectStrings(item, `${path}.${indexOf(item) ?? place}`, joined);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      collectStrings(key, `${path}#${key}`, joined);
      collectStrings(item, `${path}.${key}`, joined);
    }
  }
}
function indexOf(item) {
  if (item === null || typeof item !== "object" || !("index" in item)) return void 0;
  return typeof item.index === "number" ? item.index : void 0;
}
export {
  SecretFoundError,
  saysSecret
};

import { float } from "./values/value.js";
const NEEDS_CARE = /[-\d][.eE]|\d{16}|"\d+"\s*:|"__proto__"|\\u/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]]|true|false|null/g;
const INTEGER_NAME = /^(?:0|[1-9]\d*)$/;
function parseJson(text) {
  const value = JSON.parse(text);
  return NEEDS_CARE.test(text) ? readValid(text) : value;
}
function readValid(text) {
  const open = [];
  let result;
  const put = (value) => {
    const inner = open.at(-1);
    if (!inner) result = value;
    else if ("items" in inner) inner.items.push(value);
    else {
      inner.entries.set(inner.name ?? "", value);
      inner.name = void 0;
    }
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === "[") open.push({ items: [] });
    else if (token === "{") open.push({ entries: /* @__PURE__ */ new Map(), name: void 0 });
    else if (token === "]" || token === "}") {
      open.pop();
      if (inner) put(close(inner));
    } else if (inner && "entries" in inner && inner.name === void 0) inner.name = JSON.parse(token);
    else put(/^[-\d]/.test(token) ? readNumber(token) : JSON.parse(token));
  }
  return result;
}
function close(container) {
  if ("items" in container) return container.items;
  const { entries } = container;
  const isReordered = [...entries.keys()].some((name) => INTEGER_NAME.test(name) || name === "__proto__");
  return isReordered ? entries : Object.fromEntries(entries);
}
function readNumber(digits) {
  if (/[.eE]/.test(digits)) return float(Number(digits));
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits);
}
export {
  parseJson
};
